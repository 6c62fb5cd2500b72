// Times queries about two triangle meshes of Coal, or of FCL with -DWITH_FCL, for cmd/meshrace:
// reads commands on standard input, answers each with one line, nanoseconds of thread CPU time last.
//
//   mesh FILE      doubles: how many vertices, their coordinates, the corners of the triangles
//   distance FILE  doubles, seven each: quaternion x, y, z, w and position of the second mesh
//                                                                    -> sum of distances, ns
//   touch FILE     the same                                          -> how many touch, ns
#include <time.h>

#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <vector>
#ifdef WITH_FCL
#include <fcl/fcl.h>
using Vec = fcl::Vector3d;
using Corners = fcl::Triangle;
using Model = fcl::BVHModel<fcl::OBBRSSd>;
using Place = fcl::Transform3d;
#else
#include <coal/BVH/BVH_model.h>
#include <coal/collision.h>
#include <coal/distance.h>
using Vec = coal::Vec3s;
using Corners = coal::Triangle;
using Model = coal::BVHModel<coal::OBBRSS>;
using Place = coal::Transform3s;
#endif

static double now() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

static std::vector<double> doubles(const std::string& path) {
  std::ifstream f(path, std::ios::binary | std::ios::ate);
  std::vector<double> d(size_t(f.tellg()) / 8);
  f.seekg(0);
  f.read(reinterpret_cast<char*>(d.data()), std::streamsize(8 * d.size()));
  return d;
}

static std::shared_ptr<Model> model(const std::vector<double>& d) {
  size_t n = size_t(d[0]);
  std::vector<Vec> v;
  std::vector<Corners> t;
  for (size_t i = 0; i < n; i++) v.emplace_back(d[1 + 3 * i], d[2 + 3 * i], d[3 + 3 * i]);
  for (size_t k = 1 + 3 * n; k < d.size(); k += 3) t.emplace_back(unsigned(d[k]), unsigned(d[k + 1]), unsigned(d[k + 2]));
  auto m = std::make_shared<Model>();
  m->beginModel(int(t.size()), int(n));
  m->addSubModel(v, t);
  m->endModel();
  return m;
}

static Place place(const double* p) {
  Eigen::Quaterniond q(p[3], p[0], p[1], p[2]);
  q.normalize();
#ifdef WITH_FCL
  Place at = Place::Identity();
  at.linear() = q.toRotationMatrix();
  at.translation() = Vec(p[4], p[5], p[6]);
  return at;
#else
  return Place(q.toRotationMatrix(), Vec(p[4], p[5], p[6]));
#endif
}

static double apart(const Model& a, const Model& b, const Place& at) {
#ifdef WITH_FCL
  fcl::DistanceRequestd ask;
  fcl::DistanceResultd found;
  return fcl::distance(&a, Place::Identity(), &b, at, ask, found);
#else
  coal::DistanceRequest ask;
  ask.enable_signed_distance = false;
  coal::DistanceResult found;
  return coal::distance(&a, Place(), &b, at, ask, found);
#endif
}

static bool touch(const Model& a, const Model& b, const Place& at) {
#ifdef WITH_FCL
  fcl::CollisionRequestd ask(1, false);
  fcl::CollisionResultd found;
  return fcl::collide(&a, Place::Identity(), &b, at, ask, found) > 0;
#else
  coal::CollisionRequest ask(coal::NO_REQUEST, 1);
  coal::CollisionResult found;
  return coal::collide(&a, Place(), &b, at, ask, found) > 0;
#endif
}

int main() {
  std::vector<std::shared_ptr<Model>> m;
  std::string verb, file;
  std::cout.precision(17);
  while (std::cin >> verb >> file) {
    std::vector<double> d = doubles(file);
    if (verb == "mesh") {
      m.push_back(model(d));
      std::cout << m.size() << std::endl;
      continue;
    }
    const Model &a = *m[0], &b = *m[1];
    std::vector<Place> poses;
    for (size_t k = 0; k < d.size(); k += 7) poses.push_back(place(&d[k]));
    double sum = 0, start = now();
    for (const Place& p : poses) sum += verb == "touch" ? double(touch(a, b, p)) : std::max(0.0, apart(a, b, p));
    double spent = now() - start;
    std::cout << sum << " " << spent << std::endl;
  }
}
