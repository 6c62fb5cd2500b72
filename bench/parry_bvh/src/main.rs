//! Times the tree of Parry for cmd/bvhrace: reads commands on standard input, answers each with one
//! line of counts and nanoseconds of thread CPU time.
//!
//!   boxes FILE   doubles, six a box (least, then greatest coordinates); builds the tree
//!   all          rebuild (binned), then all pairs           -> pairs ns_rebuild ns_pairs
//!   move FILE    doubles, seven each: index and new box; optimise, update, refit, pairs that
//!                changed, as Rapier does every step         -> pairs ns_update ns_pairs
//!   rays FILE    doubles, seven each: origin, direction, greatest parameter; the first hit of each
//!                                                           -> hits sum_of_parameters ns
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

macro_rules! driver {
    ($name:ident, $parry:ident, $real:ty) => {
        mod $name {
            use super::{cpu, doubles};
            use $parry::bounding_volume::Aabb;
            use $parry::math::Vector;
            use $parry::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
            use $parry::query::{Ray, RayCast};

            pub struct State {
                leaves: Vec<Aabb>,
                tree: Bvh,
                work: BvhWorkspace,
            }

            fn vector(d: &[f64]) -> Vector {
                Vector::new(d[0] as $real, d[1] as $real, d[2] as $real)
            }

            impl State {
                pub fn new() -> Self {
                    State { leaves: vec![], tree: Bvh::new(), work: BvhWorkspace::default() }
                }

                pub fn boxes(&mut self, path: &str, ploc: bool) -> String {
                    self.leaves = doubles(path)
                        .chunks_exact(6)
                        .map(|d| Aabb::new(vector(&d[0..3]), vector(&d[3..6])))
                        .collect();
                    let s = if ploc { BvhBuildStrategy::Ploc } else { BvhBuildStrategy::Binned };
                    self.tree = Bvh::from_leaves(s, &self.leaves);
                    self.tree.refit(&mut self.work); // marks nothing as changed
                    format!("{}", self.leaves.len())
                }

                pub fn all(&mut self) -> String {
                    let start = cpu();
                    self.tree.rebuild(&mut self.work, BvhBuildStrategy::Binned);
                    let built = cpu();
                    let mut pairs: Vec<(u32, u32)> = Vec::with_capacity(2 * self.leaves.len());
                    let from = cpu();
                    self.tree.traverse_bvtt_single_tree::<false>(&mut self.work, &mut |a, b| pairs.push((a, b)));
                    format!("{} {} {}", pairs.len(), built - start, cpu() - from)
                }

                pub fn moves(&mut self, path: &str) -> String {
                    let list: Vec<(u32, Aabb)> = doubles(path)
                        .chunks_exact(7)
                        .map(|d| (d[0] as u32, Aabb::new(vector(&d[1..4]), vector(&d[4..7]))))
                        .collect();
                    let mut pairs: Vec<(u32, u32)> = Vec::with_capacity(2 * self.leaves.len());
                    let start = cpu();
                    self.tree.optimize_incremental(&mut self.work);
                    for (i, aabb) in &list {
                        self.leaves[*i as usize] = *aabb;
                        // a margin of 0 would switch the detection of changes off
                        self.tree.insert_or_update_partially(*aabb, *i, 1e-9);
                    }
                    self.tree.refit(&mut self.work);
                    let moved = cpu();
                    self.tree.traverse_bvtt_single_tree::<true>(&mut self.work, &mut |a, b| pairs.push((a, b)));
                    format!("{} {} {}", pairs.len(), moved - start, cpu() - moved)
                }

                pub fn rays(&mut self, path: &str) -> String {
                    let list: Vec<(Ray, $real)> = doubles(path)
                        .chunks_exact(7)
                        .map(|d| (Ray::new(vector(&d[0..3]), vector(&d[3..6])), d[6] as $real))
                        .collect();
                    let (mut hits, mut sum) = (0, 0.0);
                    let start = cpu();
                    for (ray, most) in &list {
                        let leaves = &self.leaves;
                        if let Some((_, t)) = self.tree.cast_ray(ray, *most, |i, best| {
                            leaves[i as usize].cast_local_ray(ray, best, true)
                        }) {
                            hits += 1;
                            sum += t as f64;
                        }
                    }
                    format!("{} {} {}", hits, sum, cpu() - start)
                }
            }
        }
    };
}

driver!(wide, parry3d_f64, f64);
driver!(single, parry3d, f32);

fn main() {
    let narrow = std::env::args().nth(1).as_deref() == Some("f32");
    let (mut w, mut s) = (wide::State::new(), single::State::new());
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("line");
        let mut words = line.split_whitespace();
        let (verb, file) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
        let ploc = words.next() == Some("ploc");
        let answer = match (verb, narrow) {
            ("boxes", false) => w.boxes(file, ploc),
            ("boxes", true) => s.boxes(file, ploc),
            ("all", false) => w.all(),
            ("all", true) => s.all(),
            ("move", false) => w.moves(file),
            ("move", true) => s.moves(file),
            ("rays", false) => w.rays(file),
            ("rays", true) => s.rays(file),
            _ => break,
        };
        println!("{answer}");
        std::io::stdout().flush().expect("flush");
    }
}
