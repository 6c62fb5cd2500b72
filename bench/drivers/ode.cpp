// Times ODE. Variants: overlap (dCollide with room for one contact), manifold (with room for eight). It has spheres, boxes and
// capsules here, and tells nothing of bodies apart.
#include <ode/ode.h>

#include "common.hpp"

static dGeomID geometry(const Shape& s) {
  const auto& x = s.x;
  if (s.kind == "sphere") return dCreateSphere(nullptr, x[0]);
  if (s.kind == "box") return dCreateBox(nullptr, 2 * x[0], 2 * x[1], 2 * x[2]);
  if (s.kind == "capsule") return dCreateCapsule(nullptr, x[1], 2 * x[0]);
  unsupported();
}

static dGeomID place(const Shape& s, const Pose& p) {
  dGeomID g = geometry(s);
  dGeomSetPosition(g, p.p[0], p.p[1], p.p[2]);
  dQuaternion q = {static_cast<dReal>(p.q[3]), static_cast<dReal>(p.q[0]), static_cast<dReal>(p.q[1]), static_cast<dReal>(p.q[2])};
  dGeomSetQuaternion(g, q);
  return g;
}

int main(int argc, char** argv) {
  usage(argc, "overlap|manifold");
  Work w = load(argv[1]);
  std::string variant = argv[2];
  if (w.dim != 3 || (variant != "overlap" && variant != "manifold")) unsupported();
  dInitODE2(0);
  std::vector<dGeomID> a, b;
  for (const Pair& p : w.pairs) a.push_back(place(w.shapes[p.a], p.pa)), b.push_back(place(w.shapes[p.b], p.pb));
  int room = variant == "overlap" ? 1 : 8;
  return race("ode", argc, argv, w, [&](size_t i, Answer& x) {
    dContactGeom c[8];
    int n = dCollide(a[i], b[i], room, c, sizeof(dContactGeom));
    x.hit = n > 0;
    x.d = NAN;
    if (room == 1 || n == 0) return;
    x.d = 0;
    for (int k = 0; k < n; k++) x.d = std::min(x.d, -static_cast<double>(c[k].depth));
  });
}
