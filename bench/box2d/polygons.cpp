// Times b2CollidePolygons of Box2D 2.4 over a workload of polygons, for cmd/compare:
//
//   polygons WORKLOAD VARIANT PASSES
//
// The variant "sharp" sets the polygons' radius to zero, so that they are the shapes of the workload; "skin" leaves
// b2_polygonRadius, with which Box2D makes manifolds for pairs that are a little apart too. Box2D computes in float and takes
// eight corners at most: exit status 3 for more, and for other shapes. The call finds the axis of least overlap and up to two
// contact points in local coordinates; for polygons apart it ends at the first polygon one of whose edges separates.
//
//   g++ -std=c++17 -DNDEBUG -O3 -march=native polygons.cpp -lbox2d -o polygons
#include <box2d/box2d.h>
#include <box2d/b2_collision.h>
#include <time.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

struct Pair {
  const b2PolygonShape *a, *b;
  b2Transform ta, tb;
};

static double cpuNanoseconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e9 * t.tv_sec + t.tv_nsec;
}

static b2Transform readPose(std::istream& in) {
  double x, y, c, s;
  in >> x >> y >> c >> s;
  b2Transform t;
  t.p.Set(x, y);
  t.q.c = c;
  t.q.s = s;
  return t;
}

int main(int argc, char** argv) {
  if (argc < 4) {
    fprintf(stderr, "usage: polygons WORKLOAD sharp|skin PASSES\n");
    return 2;
  }
  std::string path = argv[1], variant = argv[2];
  std::ifstream in(path);
  std::map<std::string, b2PolygonShape> shapes;
  std::vector<Pair> pairs;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string what, id, kind;
    words >> what >> id;
    if (what == "dim" && id != "2") return 3;
    if (what == "shape") {
      int n = 0;
      words >> kind >> n;
      if (kind != "polygon" || n > b2_maxPolygonVertices) return 3;
      b2Vec2 v[b2_maxPolygonVertices];
      for (int i = 0; i < n; i++) {
        double x, y;
        words >> x >> y;
        v[i].Set(x, y);
      }
      b2PolygonShape& p = shapes[id];
      p.Set(v, n);
      if (variant == "sharp") p.m_radius = 0;
    } else if (what == "pair") {
      Pair p;
      p.a = &shapes.at(id);
      p.ta = readPose(words);
      words >> id;
      p.b = &shapes.at(id);
      p.tb = readPose(words);
      pairs.push_back(p);
    }
  }
  if (pairs.empty()) return 2;
  const char* budgetText = getenv("BUDGET");
  double budget = 1e9 * (budgetText ? atof(budgetText) : 1), total = 0;
  std::vector<b2Manifold> out(pairs.size());
  std::string name = path.substr(path.rfind('/') + 1);
  printf("time box2d %s %s %zu", variant.c_str(), name.substr(0, name.rfind('.')).c_str(), pairs.size());
  for (int pass = 0; pass < atoi(argv[3]) && total <= budget; pass++) {
    double start = cpuNanoseconds();
    for (size_t i = 0; i < pairs.size(); i++) {
      const Pair& p = pairs[i];
      out[i].pointCount = 0;
      b2CollidePolygons(&out[i], p.a, p.ta, p.b, p.tb);
    }
    double t = cpuNanoseconds() - start;
    total += t;
    printf(" %.1f", t / pairs.size());
  }
  int hits = 0;
  for (const b2Manifold& m : out) hits += m.pointCount > 0;
  printf("\n");
  fprintf(stderr, "%d manifolds\n", hits);
}
