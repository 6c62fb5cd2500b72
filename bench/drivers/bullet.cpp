// Times Bullet's GJK and EPA, in doubles. Variants: distance (btGjkEpaSolver2: distance, and depth for bodies that overlap),
// pair (btGjkPairDetector with the Minkowski penetration solver of EPA, as its convex algorithm uses them).
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <btBulletCollisionCommon.h>

#include <memory>

#include "common.hpp"

static std::unique_ptr<btConvexShape> geometry(const Shape& s) {
  const auto& x = s.x;
  std::unique_ptr<btConvexShape> g;
  if (s.kind == "sphere") return std::make_unique<btSphereShape>(x[0]);
  if (s.kind == "capsule") return std::make_unique<btCapsuleShapeZ>(x[1], 2 * x[0]);
  if (s.kind == "box") g = std::make_unique<btBoxShape>(btVector3(x[0], x[1], x[2]));
  if (s.kind == "cylinder") g = std::make_unique<btCylinderShapeZ>(btVector3(x[1], x[1], x[0]));
  if (s.kind == "cone") g = std::make_unique<btConeShapeZ>(x[1], 2 * x[0]);
  if (s.kind == "hull") {
    auto h = std::make_unique<btConvexHullShape>();
    for (const auto& p : s.points) h->addPoint(btVector3(p[0], p[1], p[2]), false);
    h->recalcLocalAabb();
    g = std::move(h);
  }
  if (!g) unsupported();
  g->setMargin(0);
  return g;
}

static btTransform transform(const Pose& p) {
  return btTransform(btQuaternion(p.q[0], p.q[1], p.q[2], p.q[3]), btVector3(p.p[0], p.p[1], p.p[2]));
}

int main(int argc, char** argv) {
  usage(argc, "distance|pair");
  Work w = load(argv[1]);
  if (w.dim != 3) unsupported();
  std::vector<std::unique_ptr<btConvexShape>> pool;
  for (const Shape& s : w.shapes) pool.push_back(geometry(s));
  std::vector<btTransform> a, b;
  for (const Pair& p : w.pairs) a.push_back(transform(p.pa)), b.push_back(transform(p.pb));
  std::string variant = argv[2];
  if (variant == "distance")
    return race("bullet", argc, argv, w, [&](size_t i, Answer& x) {
      const btConvexShape *s = pool[w.pairs[i].a].get(), *t = pool[w.pairs[i].b].get();
      btGjkEpaSolver2::sResults r;
      btVector3 guess = b[i].getOrigin() - a[i].getOrigin();
      // Distance sees balls and capsules as their cores, with the radius for a margin; Penetration does not.
      if (btGjkEpaSolver2::Distance(s, a[i], t, b[i], guess, r)) {
        x.d = r.distance - s->getMargin() - t->getMargin();
        x.hit = x.d <= 0;
      } else {
        x.hit = btGjkEpaSolver2::Penetration(s, a[i], t, b[i], guess, r) ? 1 : -1;
        x.d = r.distance;
      }
    });
  if (variant != "pair") unsupported();
  btVoronoiSimplexSolver simplex;
  btGjkEpaPenetrationDepthSolver epa;
  return race("bullet", argc, argv, w, [&](size_t i, Answer& x) {
    btGjkPairDetector detector(pool[w.pairs[i].a].get(), pool[w.pairs[i].b].get(), &simplex, &epa);
    btGjkPairDetector::ClosestPointInput in;
    in.m_transformA = a[i];
    in.m_transformB = b[i];
    btPointCollector out;
    detector.getClosestPoints(in, out, nullptr);
    x.hit = out.m_hasResult ? out.m_distance <= 0 : -1;
    x.d = out.m_distance;
    for (int k = 0; k < 3; k++) x.b[k] = out.m_pointInWorld[k];
  });
}
