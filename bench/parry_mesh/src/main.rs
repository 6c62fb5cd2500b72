//! Times queries about triangle meshes of Parry in f64 for cmd/meshrace: reads commands on standard
//! input, answers each with one line, nanoseconds of thread CPU time last.
//!
//!   mesh FILE    doubles: how many vertices, their coordinates, the corners of the triangles
//!   points FILE  doubles, three each                             -> sum of distances, ns
//!   rays FILE    doubles, seven each: origin, direction, greatest parameter
//!                                                                -> hits, sum of parameters, ns
//!   touch FILE   doubles, seven each: quaternion x, y, z, w and position of the second mesh
//!                                                                -> how many touch, ns
use parry3d_f64::math::{Pose, Rotation, Vector};
use parry3d_f64::query::{intersection_test, PointQuery, Ray, RayCast};
use parry3d_f64::shape::TriMesh;
use std::io::{BufRead, Write};

fn cpu() -> i64 {
    let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut t) };
    t.tv_sec as i64 * 1_000_000_000 + t.tv_nsec as i64
}

fn doubles(path: &str) -> Vec<f64> {
    let bytes = std::fs::read(path).expect("read");
    bytes.chunks_exact(8).map(|c| f64::from_le_bytes(c.try_into().unwrap())).collect()
}

fn vector(d: &[f64]) -> Vector {
    Vector::new(d[0], d[1], d[2])
}

fn mesh(d: &[f64]) -> TriMesh {
    let (v, t) = d[1..].split_at(3 * d[0] as usize);
    let corners = t.chunks_exact(3).map(|c| [c[0] as u32, c[1] as u32, c[2] as u32]).collect();
    TriMesh::new(v.chunks_exact(3).map(vector).collect(), corners).expect("mesh")
}

fn main() {
    let mut meshes: Vec<TriMesh> = vec![];
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("line");
        let mut words = line.split_whitespace();
        let (verb, d) = (words.next().unwrap_or(""), doubles(words.next().unwrap_or("")));
        let answer = match verb {
            "mesh" => {
                meshes.push(mesh(&d));
                format!("{}", meshes.len())
            }
            "points" => {
                let (a, mut sum) = (&meshes[0], 0.0);
                let start = cpu();
                for p in d.chunks_exact(3) {
                    let p = vector(p);
                    sum += (a.project_local_point(p, false).point - p).length();
                }
                format!("{} {}", sum, cpu() - start)
            }
            "rays" => {
                let (a, mut sum, mut hits) = (&meshes[0], 0.0, 0);
                let rays: Vec<(Ray, f64)> =
                    d.chunks_exact(7).map(|d| (Ray::new(vector(&d[0..3]), vector(&d[3..6])), d[6])).collect();
                let start = cpu();
                for (ray, most) in &rays {
                    if let Some(h) = a.cast_local_ray_and_get_normal(ray, *most, false) {
                        hits += 1;
                        sum += h.time_of_impact;
                    }
                }
                format!("{} {} {}", hits, sum, cpu() - start)
            }
            "touch" => {
                let (a, b, mut count) = (&meshes[0], &meshes[1], 0);
                let poses: Vec<Pose> = d
                    .chunks_exact(7)
                    .map(|d| Pose::from_parts(vector(&d[4..7]), Rotation::from_xyzw(d[0], d[1], d[2], d[3]).normalize()))
                    .collect();
                let start = cpu();
                for p in &poses {
                    count += intersection_test(&Pose::IDENTITY, a, p, b).expect("supported").intersecting as i64;
                }
                format!("{} {}", count, cpu() - start)
            }
            _ => break,
        };
        println!("{answer}");
        std::io::stdout().flush().expect("flush");
    }
}
