// What the drivers of other libraries share: reading a workload of pairs, timing, results.
//
// A driver is called as PROGRAM WORKLOAD VARIANT PASSES [RESULTS]. It prints the processor time of the thread per query for
// each pass, reading and building not counted, and writes a line of results for each pair:
//
//   time PEER VARIANT WORKLOAD PAIRS NS...
//   INDEX HIT DISTANCE NX NY NZ AX AY AZ BX BY BZ       nan for what the library does not tell
//
// Exit status 3: the library lacks the shape or the variant. BUDGET, in seconds, ends the passes early.
#pragma once
#include <time.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

struct Shape {
  std::string kind;
  std::vector<double> x;                    // the numbers: half lengths and radii; of a hull or polygon nothing
  std::vector<std::array<double, 3>> points;
  std::vector<std::array<int, 3>> faces;    // counter-clockwise seen from outside
};

struct Pose {
  double p[3], q[4];  // q: x, y, z, w; of the plane cosine and sine
};

struct Pair {
  int a, b;  // numbers of shapes
  Pose pa, pb;
};

struct Work {
  int dim = 0;
  std::vector<Shape> shapes;
  std::vector<Pair> pairs;
};

struct Answer {
  int hit = -1;
  double d = NAN, n[3] = {NAN, NAN, NAN}, a[3] = {NAN, NAN, NAN}, b[3] = {NAN, NAN, NAN};
};

[[noreturn]] inline void unsupported() { exit(3); }

inline Work load(const std::string& path) {
  std::ifstream in(path);
  Work w;
  std::map<std::string, int> names;
  for (std::string line; std::getline(in, line);) {
    std::istringstream s(line);
    std::string what, id;
    s >> what;
    if (what == "dim") s >> w.dim;
    if (what == "shape") {
      Shape x;
      s >> id >> x.kind;
      if (x.kind == "hull" || x.kind == "polygon") {
        int n = 0, m = 0;
        s >> n;
        if (x.kind == "hull") s >> m;
        x.points.assign(n, {0, 0, 0});
        x.faces.resize(m);
        for (auto& p : x.points)
          for (int k = 0; k < w.dim; k++) s >> p[k];
        for (auto& f : x.faces) s >> f[0] >> f[1] >> f[2];
      } else {
        for (double v; s >> v;) x.x.push_back(v);
      }
      names[id] = static_cast<int>(w.shapes.size());
      w.shapes.push_back(x);
    }
    if (what == "pair") {
      Pair p;
      for (auto [shape, pose] : {std::pair{&p.a, &p.pa}, std::pair{&p.b, &p.pb}}) {
        s >> id;
        *shape = names.at(id);
        for (int k = 0; k < w.dim; k++) s >> pose->p[k];
        for (int k = 0; k < (w.dim == 3 ? 4 : 2); k++) s >> pose->q[k];
      }
      w.pairs.push_back(p);
    }
  }
  return w;
}

inline double cpuNanoseconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e9 * t.tv_sec + t.tv_nsec;
}

// race times passes of query(i, answer) over all pairs and writes the answers of the last one.
template <class Query>
int race(const char* peer, int argc, char** argv, const Work& w, Query query) {
  std::string path = argv[1], name = path.substr(path.rfind('/') + 1);
  const char* text = getenv("BUDGET");
  double budget = 1e9 * (text ? atof(text) : 1), total = 0;
  std::vector<Answer> out(w.pairs.size());
  printf("time %s %s %s %zu", peer, argv[2], name.substr(0, name.rfind('.')).c_str(), out.size());
  for (int pass = 0; pass < atoi(argv[3]) && total <= budget; pass++) {
    double start = cpuNanoseconds();
    for (size_t i = 0; i < out.size(); i++) query(i, out[i]);
    double t = cpuNanoseconds() - start;
    total += t;
    printf(" %.1f", t / out.size());
  }
  printf("\n");
  if (argc < 5) return 0;
  FILE* f = fopen(argv[4], "w");
  if (!f) return 1;
  for (size_t i = 0; i < out.size(); i++) {
    const Answer& x = out[i];
    fprintf(f, "%zu %d %.17g", i, x.hit, x.d);
    for (const double* v : {x.n, x.a, x.b}) fprintf(f, " %.17g %.17g %.17g", v[0], v[1], v[2]);
    fprintf(f, "\n");
  }
  return fclose(f) ? 1 : 0;
}

inline void usage(int argc, const char* variants) {
  if (argc >= 4) return;
  fprintf(stderr, "usage: WORKLOAD %s PASSES [RESULTS]\n", variants);
  exit(2);
}
