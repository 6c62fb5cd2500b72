// Times Box2D 2.4, in floats. Variants: distance (b2Distance without radii of polygons: 0 for bodies that overlap), overlap
// (b2TestOverlap), manifold (b2Collide...; polygons without their skin). Polygons have eight corners at most.
#include <box2d/b2_collision.h>
#include <box2d/b2_distance.h>
#include <box2d/box2d.h>

#include <algorithm>
#include <memory>

#include "common.hpp"

static b2Transform transform(const Pose& p) {
  b2Transform t;
  t.p.Set(p.p[0], p.p[1]);
  t.q.c = p.q[0];
  t.q.s = p.q[1];
  return t;
}

// Body is one of Box2D's shapes; a capsule is an edge with a radius, which has distances alone.
struct Body {
  b2CircleShape circle;
  b2PolygonShape polygon;
  b2EdgeShape edge;
  b2Shape* shape;
};

static std::unique_ptr<Body> geometry(const Shape& s) {
  auto g = std::make_unique<Body>();
  if (s.kind == "circle") {
    g->circle.m_radius = s.x[0];
    g->shape = &g->circle;
  } else if (s.kind == "capsule") {
    g->edge.SetTwoSided(b2Vec2(-s.x[0], 0), b2Vec2(s.x[0], 0));
    g->edge.m_radius = s.x[1];
    g->shape = &g->edge;
  } else {
    if (s.points.size() > b2_maxPolygonVertices) unsupported();
    b2Vec2 v[b2_maxPolygonVertices];
    for (size_t i = 0; i < s.points.size(); i++) v[i].Set(s.points[i][0], s.points[i][1]);
    g->polygon.Set(v, s.points.size());
    g->polygon.m_radius = 0;
    g->shape = &g->polygon;
  }
  return g;
}

static int manifold(b2Manifold& m, const Body& a, const b2Transform& ta, const Body& b, const b2Transform& tb) {
  m.pointCount = 0;
  if (a.shape == &a.edge) unsupported();
  if (a.shape == &a.circle && b.shape == &b.circle) b2CollideCircles(&m, &a.circle, ta, &b.circle, tb);
  if (a.shape == &a.circle && b.shape == &b.polygon) b2CollidePolygonAndCircle(&m, &b.polygon, tb, &a.circle, ta);
  if (a.shape == &a.polygon) b2CollidePolygons(&m, &a.polygon, ta, &b.polygon, tb);
  return m.pointCount > 0;
}

// depth returns the distance of the deepest point of a manifold.
static double depth(const b2Manifold& m, const Body& a, const b2Transform& ta, const Body& b, const b2Transform& tb) {
  b2WorldManifold points;
  bool swapped = a.shape == &a.circle && b.shape == &b.polygon;  // the polygon is the first, see manifold
  if (swapped)
    points.Initialize(&m, tb, b.shape->m_radius, ta, a.shape->m_radius);
  else
    points.Initialize(&m, ta, a.shape->m_radius, tb, b.shape->m_radius);
  return *std::min_element(points.separations, points.separations + m.pointCount);
}

int main(int argc, char** argv) {
  usage(argc, "overlap|distance|manifold");
  Work w = load(argv[1]);
  if (w.dim != 2) unsupported();
  std::vector<std::unique_ptr<Body>> pool;
  for (const Shape& s : w.shapes) pool.push_back(geometry(s));
  std::vector<b2Transform> a, b;
  for (const Pair& p : w.pairs) a.push_back(transform(p.pa)), b.push_back(transform(p.pb));
  std::string variant = argv[2];
  bool told = argc > 4;  // the depth is worked out where it is written, not where time is taken
  if (variant == "manifold")
    return race("box2d", argc, argv, w, [&](size_t i, Answer& x) {
      b2Manifold m;
      x.hit = manifold(m, *pool[w.pairs[i].a], a[i], *pool[w.pairs[i].b], b[i]);
      if (told && x.hit) x.d = depth(m, *pool[w.pairs[i].a], a[i], *pool[w.pairs[i].b], b[i]);
    });
  if (variant == "overlap")
    return race("box2d", argc, argv, w, [&](size_t i, Answer& x) {
      x.hit = b2TestOverlap(pool[w.pairs[i].a]->shape, 0, pool[w.pairs[i].b]->shape, 0, a[i], b[i]);
    });
  if (variant != "distance") unsupported();
  return race("box2d", argc, argv, w, [&](size_t i, Answer& x) {
    b2DistanceInput in;
    in.proxyA.Set(pool[w.pairs[i].a]->shape, 0);
    in.proxyB.Set(pool[w.pairs[i].b]->shape, 0);
    in.transformA = a[i];
    in.transformB = b[i];
    in.useRadii = true;
    b2SimplexCache cache;
    cache.count = 0;
    b2DistanceOutput out;
    b2Distance(&out, &cache, &in);
    x.hit = out.distance <= 0;
    x.d = x.hit ? NAN : out.distance;
    x.a[0] = out.pointA.x, x.a[1] = out.pointA.y, x.a[2] = 0;
    x.b[0] = out.pointB.x, x.b[1] = out.pointB.y, x.b[2] = 0;
  });
}
