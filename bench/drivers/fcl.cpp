// Times FCL, in doubles. Variants: overlap (collide without contacts), distance (signed, with points, by libccd), indep (by its
// own solver), manifold (collide with contacts).
#include <fcl/fcl.h>

#include "common.hpp"

using fcl::Vector3d;

static std::shared_ptr<fcl::CollisionGeometryd> geometry(const Shape& s) {
  const auto& x = s.x;
  if (s.kind == "sphere") return std::make_shared<fcl::Sphered>(x[0]);
  if (s.kind == "box") return std::make_shared<fcl::Boxd>(2 * x[0], 2 * x[1], 2 * x[2]);
  if (s.kind == "capsule") return std::make_shared<fcl::Capsuled>(x[1], 2 * x[0]);
  if (s.kind == "cylinder") return std::make_shared<fcl::Cylinderd>(x[1], 2 * x[0]);
  if (s.kind == "cone") return std::make_shared<fcl::Coned>(x[1], 2 * x[0]);
  if (s.kind == "ellipsoid") return std::make_shared<fcl::Ellipsoidd>(x[0], x[1], x[2]);
  if (s.kind != "hull") unsupported();
  auto points = std::make_shared<std::vector<Vector3d>>();
  for (const auto& p : s.points) points->emplace_back(p[0], p[1], p[2]);
  auto faces = std::make_shared<std::vector<int>>();
  for (const auto& f : s.faces) faces->insert(faces->end(), {3, f[0], f[1], f[2]});
  return std::make_shared<fcl::Convexd>(points, static_cast<int>(s.faces.size()), faces);
}

static fcl::Transform3d transform(const Pose& p) {
  fcl::Transform3d t = fcl::Transform3d::Identity();
  t.linear() = fcl::Quaterniond(p.q[3], p.q[0], p.q[1], p.q[2]).toRotationMatrix();
  t.translation() = Vector3d(p.p[0], p.p[1], p.p[2]);
  return t;
}

static void put(double* to, const Vector3d& v) {
  for (int k = 0; k < 3; k++) to[k] = v[k];
}

int main(int argc, char** argv) {
  usage(argc, "overlap|distance|indep|manifold");
  Work w = load(argv[1]);
  if (w.dim != 3) unsupported();
  std::vector<std::shared_ptr<fcl::CollisionGeometryd>> pool;
  for (const Shape& s : w.shapes) pool.push_back(geometry(s));
  std::vector<fcl::CollisionObjectd> a, b;
  for (const Pair& p : w.pairs) {
    a.emplace_back(pool[p.a], transform(p.pa));
    b.emplace_back(pool[p.b], transform(p.pb));
  }
  std::string variant = argv[2];
  bool indep = variant == "indep";
  if (variant == "distance" || variant == "indep")
    return race("fcl", argc, argv, w, [&](size_t i, Answer& x) {
      fcl::DistanceRequestd q(true, true);
      if (indep) q.gjk_solver_type = fcl::GST_INDEP;
      fcl::DistanceResultd r;
      fcl::distance(&a[i], &b[i], q, r);
      x.d = r.min_distance;
      x.hit = x.d <= 0;
      put(x.a, r.nearest_points[0]);
      put(x.b, r.nearest_points[1]);
    });
  bool contacts = variant == "manifold";
  if (!contacts && variant != "overlap") unsupported();
  return race("fcl", argc, argv, w, [&](size_t i, Answer& x) {
    fcl::CollisionRequestd q(contacts ? 8 : 1, contacts);
    fcl::CollisionResultd r;
    fcl::collide(&a[i], &b[i], q, r);
    x.hit = r.isCollision();
    double deepest = 0;
    for (size_t k = 0; k < r.numContacts() && contacts; k++) deepest = std::max(deepest, r.getContact(k).penetration_depth);
    if (contacts && x.hit) x.d = -deepest;
  });
}
