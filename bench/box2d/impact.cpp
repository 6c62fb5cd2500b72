// Times b2TimeOfImpact of Box2D 2.4 over a workload of motions of package tasks, for cmd/compare:
//
//   impact WORKLOAD default PASSES [RESULTS]
//
// The line that it prints, and RESULTS, are as those of cmd/casts. Box2D computes in float, takes eight corners at most, and
// ends where the bodies, polygons with a skin of b2_polygonRadius, are within 0.005 of each other, give or take 0.00125: exit
// status 3 for other shapes.
//
//   g++ -std=c++17 -DNDEBUG -O3 -march=native impact.cpp -lbox2d -o impact
#include <box2d/b2_time_of_impact.h>
#include <box2d/box2d.h>
#include <time.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

static double cpuNanoseconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e9 * t.tv_sec + t.tv_nsec;
}

using Pool = std::map<std::string, std::unique_ptr<b2Shape>>;

struct Body {
  const b2Shape* shape;
  double x, y, c, s, vx, vy, rate, cx, cy;

  // Where the centre is at the start and at the end, and the angles.
  b2Sweep sweep(double duration) const {
    double wx = x + c * cx - s * cy, wy = y + s * cx + c * cy, angle = std::atan2(s, c);
    b2Sweep sweep;
    sweep.localCenter.Set(cx, cy);
    sweep.c0.Set(wx, wy);
    sweep.c.Set(wx + duration * vx, wy + duration * vy);
    sweep.a0 = angle;
    sweep.a = angle + duration * rate;
    sweep.alpha0 = 0;
    return sweep;
  }
};

static Body readBody(std::istream& in, const Pool& pool) {
  Body b;
  std::string id;
  in >> id >> b.x >> b.y >> b.c >> b.s >> b.vx >> b.vy >> b.rate >> b.cx >> b.cy;
  b.shape = pool.at(id).get();
  return b;
}

static std::unique_ptr<b2Shape> readShape(const std::string& kind, std::istream& in) {
  if (kind == "circle") {
    auto circle = std::make_unique<b2CircleShape>();
    in >> circle->m_radius;
    return circle;
  }
  auto polygon = std::make_unique<b2PolygonShape>();
  if (kind == "box") {
    double x, y;
    in >> x >> y;
    polygon->SetAsBox(x, y);
    return polygon;
  }
  int n = 0;
  in >> n;
  if (kind != "polygon" || n > b2_maxPolygonVertices) exit(3);
  b2Vec2 v[b2_maxPolygonVertices];
  for (int i = 0; i < n; i++) {
    double x, y;
    in >> x >> y;
    v[i].Set(x, y);
  }
  polygon->Set(v, n);
  return polygon;
}

int main(int argc, char** argv) {
  if (argc < 4) {
    fprintf(stderr, "usage: impact WORKLOAD default PASSES [RESULTS]\n");
    return 2;
  }
  std::string path = argv[1];
  std::ifstream in(path);
  Pool pool;
  std::vector<b2TOIInput> tasks;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string what, id, kind;
    words >> what;
    if (what == "dim") {
      words >> id;
      if (id != "2") return 3;
    } else if (what == "shape") {
      words >> id >> kind;
      pool[id] = readShape(kind, words);
    } else if (what == "motion") {
      Body a = readBody(words, pool), b = readBody(words, pool);
      double duration;
      words >> duration;
      b2TOIInput input;
      input.proxyA.Set(a.shape, 0);
      input.proxyB.Set(b.shape, 0);
      input.sweepA = a.sweep(duration);
      input.sweepB = b.sweep(duration);
      input.tMax = 1;
      tasks.push_back(input);
    } else {
      return 3;
    }
  }
  if (tasks.empty()) return 2;
  const char* budgetText = getenv("BUDGET");
  double budget = 1e9 * (budgetText ? atof(budgetText) : 1), total = 0;
  std::vector<b2TOIOutput> out(tasks.size());
  std::string name = path.substr(path.rfind('/') + 1);
  printf("time box2d default %s %zu", name.substr(0, name.rfind('.')).c_str(), tasks.size());
  for (int pass = 0; pass < atoi(argv[3]) && total <= budget; pass++) {
    double start = cpuNanoseconds();
    for (size_t i = 0; i < tasks.size(); i++) b2TimeOfImpact(&out[i], &tasks[i]);
    double t = cpuNanoseconds() - start;
    total += t;
    printf(" %.1f", t / tasks.size());
  }
  printf("\n");
  if (argc < 5) return 0;
  std::ofstream results(argv[4]);
  for (size_t i = 0; i < out.size(); i++) {
    bool hit = out[i].state == b2TOIOutput::e_touching || out[i].state == b2TOIOutput::e_overlapped;
    bool miss = out[i].state == b2TOIOutput::e_separated;
    results << i << (hit ? " hit " : miss ? " miss " : " undecided ") << (miss ? 0 : out[i].t) << "\n";
  }
}
