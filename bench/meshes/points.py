"""Times libigl's closest points of triangle meshes for cmd/meshrace: reads commands on standard
input, answers each with one line, nanoseconds of CPU time last. One call answers all points.

  mesh FILE    doubles: how many vertices, their coordinates, the corners of the triangles
  points FILE  doubles, three each                                 -> sum of distances, ns
"""
import sys
import time

import igl
import numpy as np

v = t = tree = None
for line in sys.stdin:
    verb, path = line.split()
    d = np.fromfile(path)
    if verb == "mesh":  # the first counts
        if tree is not None:
            print(2, flush=True)
            continue
        n = int(d[0])
        v = np.ascontiguousarray(d[1 : 1 + 3 * n].reshape(-1, 3))
        t = np.ascontiguousarray(d[1 + 3 * n :].reshape(-1, 3).astype(np.int64))
        tree = igl.AABB()
        tree.init(v, t)
        print(1, flush=True)
        continue
    p = np.ascontiguousarray(d.reshape(-1, 3))
    start = time.process_time_ns()
    squares, _, _ = tree.squared_distance(v, t, p)
    spent = time.process_time_ns() - start
    print(repr(float(np.sqrt(squares).sum())), spent, flush=True)
