// What differs in space.
use parry::math::{Pose, Rotation, Vector};

fn vector(w: &mut Words) -> Vector {
    Vector::new(w.number(), w.number(), w.number())
}

fn pose(w: &mut Words) -> Pose {
    let at = vector(w);
    Pose::from_parts(at, Rotation::from_xyzw(w.number(), w.number(), w.number(), w.number()))
}

/// A shape, and its pose in the frame of the workload: cylinders and cones of Parry are along y.
fn shape(kind: &str, w: &mut Words) -> (SharedShape, Pose) {
    let s = match kind {
        "sphere" => SharedShape::ball(w.number()),
        "capsule" => {
            let (h, r): (parry::math::Real, parry::math::Real) = (w.number(), w.number());
            SharedShape::capsule(Vector::new(0.0, 0.0, -h), Vector::new(0.0, 0.0, h), r)
        }
        "box" => SharedShape::cuboid(w.number(), w.number(), w.number()),
        "cylinder" | "cone" => {
            let turn = Rotation::from_rotation_x(std::f64::consts::FRAC_PI_2 as parry::math::Real);
            let (h, r) = (w.number(), w.number());
            let s = if kind == "cone" { SharedShape::cone(h, r) } else { SharedShape::cylinder(h, r) };
            return (s, Pose::from_parts(Vector::ZERO, turn));
        }
        "hull" => {
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
