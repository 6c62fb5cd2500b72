// What differs in the plane.
use parry::math::{Pose, Rotation, Vector};

fn vector(w: &mut Words) -> Vector {
    Vector::new(w.number(), w.number())
}

fn pose(w: &mut Words) -> Pose {
    let at = vector(w);
    Pose::from_parts(at, Rotation::from_cos_sin_unchecked(w.number(), w.number()))
}

/// A shape, and its pose in the frame of the workload.
fn shape(kind: &str, w: &mut Words) -> (SharedShape, Pose) {
    let s = match kind {
        "circle" => SharedShape::ball(w.number()),
        "capsule" => {
            let (h, r): (parry::math::Real, parry::math::Real) = (w.number(), w.number());
            SharedShape::capsule(Vector::new(-h, 0.0), Vector::new(h, 0.0), r)
        }
        "box" => SharedShape::cuboid(w.number(), w.number()),
        "polygon" => {
            let n = w.count();
            hull(n, w)
        }
        _ => unsupported(),
    };
    (s, Pose::IDENTITY)
}

/// The hull of n points.
fn hull(n: usize, w: &mut Words) -> SharedShape {
    let points: Vec<Vector> = (0..n).map(|_| vector(w)).collect();
    SharedShape::convex_hull(&points).unwrap_or_else(|| unsupported())
}
