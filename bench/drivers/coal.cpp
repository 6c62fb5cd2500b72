// Times Coal, in doubles, of the wheel "coal" of the Python package index. Variants: overlap (collide without contacts),
// distance (signed, with points), manifold (collide with a contact patch).
#include <coal/collision.h>
#include <coal/contact_patch.h>
#include <coal/distance.h>
#include <coal/shape/convex.h>
#include <coal/shape/geometric_shapes.h>

#include "common.hpp"

using coal::Vec3s;

static std::shared_ptr<coal::CollisionGeometry> geometry(const Shape& s) {
  const auto& x = s.x;
  if (s.kind == "sphere") return std::make_shared<coal::Sphere>(x[0]);
  if (s.kind == "box") return std::make_shared<coal::Box>(2 * x[0], 2 * x[1], 2 * x[2]);
  if (s.kind == "capsule") return std::make_shared<coal::Capsule>(x[1], 2 * x[0]);
  if (s.kind == "cylinder") return std::make_shared<coal::Cylinder>(x[1], 2 * x[0]);
  if (s.kind == "cone") return std::make_shared<coal::Cone>(x[1], 2 * x[0]);
  if (s.kind == "ellipsoid") return std::make_shared<coal::Ellipsoid>(x[0], x[1], x[2]);
  if (s.kind != "hull") unsupported();
  auto points = std::make_shared<std::vector<Vec3s>>();
  for (const auto& p : s.points) points->emplace_back(p[0], p[1], p[2]);
  auto faces = std::make_shared<std::vector<coal::Triangle>>();
  for (const auto& f : s.faces) faces->emplace_back(f[0], f[1], f[2]);
  return std::make_shared<coal::Convex<coal::Triangle>>(points, points->size(), faces, faces->size());
}

static coal::Transform3s transform(const Pose& p) {
  return coal::Transform3s(Eigen::Quaterniond(p.q[3], p.q[0], p.q[1], p.q[2]).toRotationMatrix(), Vec3s(p.p[0], p.p[1], p.p[2]));
}

static void put(double* to, const Vec3s& v) {
  for (int k = 0; k < 3; k++) to[k] = v[k];
}

int main(int argc, char** argv) {
  usage(argc, "overlap|distance|manifold");
  Work w = load(argv[1]);
  if (w.dim != 3) unsupported();
  std::vector<std::shared_ptr<coal::CollisionGeometry>> pool;
  for (const Shape& s : w.shapes) pool.push_back(geometry(s));
  std::vector<coal::Transform3s> a, b;
  for (const Pair& p : w.pairs) a.push_back(transform(p.pa)), b.push_back(transform(p.pb));
  auto first = [&](size_t i) { return pool[w.pairs[i].a].get(); };
  auto second = [&](size_t i) { return pool[w.pairs[i].b].get(); };
  std::string variant = argv[2];
  if (variant == "distance")
    return race("coal", argc, argv, w, [&](size_t i, Answer& x) {
      coal::DistanceRequest q(true, true);
      coal::DistanceResult r;
      coal::distance(first(i), a[i], second(i), b[i], q, r);
      x.d = r.min_distance;
      x.hit = x.d <= 0;
      put(x.n, r.normal);
      put(x.a, r.nearest_points[0]);
      put(x.b, r.nearest_points[1]);
    });
  if (variant == "overlap")
    return race("coal", argc, argv, w, [&](size_t i, Answer& x) {
      coal::CollisionRequest q(coal::NO_REQUEST, 1);
      coal::CollisionResult r;
      x.hit = coal::collide(first(i), a[i], second(i), b[i], q, r) > 0;
    });
  if (variant != "manifold") unsupported();
  return race("coal", argc, argv, w, [&](size_t i, Answer& x) {
    coal::CollisionRequest q(coal::CONTACT, 1);
    coal::CollisionResult r;
    x.hit = coal::collide(first(i), a[i], second(i), b[i], q, r) > 0;
    x.d = NAN;
    if (!x.hit) return;
    coal::ContactPatchRequest pq;
    coal::ContactPatchResult patches(pq);
    coal::computeContactPatch(first(i), a[i], second(i), b[i], r, pq, patches);
    x.d = r.getContact(0).penetration_depth;
  });
}
