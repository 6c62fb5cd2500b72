// Times libccd. Variants: overlap (GJK), depth (GJK, then EPA). Support functions are plain scans.
#include <ccd/ccd.h>
#include <ccd/quat.h>

#include "common.hpp"

struct Body {
  const Shape* s;
  ccd_vec3_t at;
  ccd_quat_t rot, back;
};

static void support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* out) {
  const Body* b = static_cast<const Body*>(object);
  const Shape& s = *b->s;
  const auto& x = s.x;
  ccd_vec3_t d = *direction;
  ccdQuatRotVec(&d, &b->back);
  double v[3] = {d.v[0], d.v[1], d.v[2]}, p[3] = {0, 0, 0};
  double length = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]), flat = std::hypot(v[0], v[1]);
  auto along = [&](double r) {
    for (int k = 0; k < 3; k++) p[k] += length > 0 ? r * v[k] / length : 0;
  };
  auto around = [&](double r) {
    for (int k = 0; k < 2; k++) p[k] += flat > 0 ? r * v[k] / flat : 0;
  };
  if (s.kind == "sphere") {
    along(x[0]);
  } else if (s.kind == "box") {
    for (int k = 0; k < 3; k++) p[k] = std::copysign(x[k], v[k]);
  } else if (s.kind == "capsule") {
    p[2] = std::copysign(x[0], v[2]);
    along(x[1]);
  } else if (s.kind == "cylinder") {
    p[2] = std::copysign(x[0], v[2]);
    around(x[1]);
  } else if (s.kind == "cone") {
    p[2] = x[0];
    if (x[0] * v[2] < x[1] * flat - x[0] * v[2]) {
      p[2] = -x[0];
      around(x[1]);
    }
  } else if (s.kind == "ellipsoid") {
    double l = std::sqrt(x[0] * x[0] * v[0] * v[0] + x[1] * x[1] * v[1] * v[1] + x[2] * x[2] * v[2] * v[2]);
    for (int k = 0; k < 3; k++) p[k] = l > 0 ? x[k] * x[k] * v[k] / l : 0;
  } else {
    double best = -INFINITY;
    for (const auto& c : s.points) {
      double t = c[0] * v[0] + c[1] * v[1] + c[2] * v[2];
      if (t > best) best = t, p[0] = c[0], p[1] = c[1], p[2] = c[2];
    }
  }
  ccdVec3Set(out, p[0], p[1], p[2]);
  ccdQuatRotVec(out, &b->rot);
  ccdVec3Add(out, &b->at);
}

static Body place(const Shape& s, const Pose& p) {
  Body b;
  b.s = &s;
  ccdVec3Set(&b.at, p.p[0], p.p[1], p.p[2]);
  ccdQuatSet(&b.rot, p.q[0], p.q[1], p.q[2], p.q[3]);
  ccdQuatInvert2(&b.back, &b.rot);
  return b;
}

int main(int argc, char** argv) {
  usage(argc, "overlap|depth");
  Work w = load(argv[1]);
  std::string variant = argv[2];
  if (w.dim != 3 || (variant != "overlap" && variant != "depth")) unsupported();
  std::vector<Body> a, b;
  for (const Pair& p : w.pairs) {
    a.push_back(place(w.shapes[p.a], p.pa));
    b.push_back(place(w.shapes[p.b], p.pb));
  }
  ccd_t ccd;
  CCD_INIT(&ccd);
  ccd.support1 = ccd.support2 = support;
  ccd.max_iterations = 500;
  ccd.epa_tolerance = 1e-9;
  bool depth = variant == "depth";
  return race("libccd", argc, argv, w, [&](size_t i, Answer& x) {
    if (!depth) {
      x.hit = ccdGJKIntersect(&a[i], &b[i], &ccd);
      return;
    }
    ccd_real_t d;
    ccd_vec3_t n, p;
    x.hit = ccdGJKPenetration(&a[i], &b[i], &ccd, &d, &n, &p) == 0;
    x.d = NAN;
    if (x.hit) {
      x.d = -d;
      for (int k = 0; k < 3; k++) x.n[k] = n.v[k];
    }
  });
}
