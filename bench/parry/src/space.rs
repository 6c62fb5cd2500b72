// What differs in space.
use parry::math::{Pose, Rotation, Vector};

fn vector(w: &mut Words) -> Vector {
    Vector::new(w.number(), w.number(), w.number())
}

fn angular(w: &mut Words) -> AngVector {
    vector(w)
}

fn pose(w: &mut Words) -> Pose {
    let at = vector(w);
    Pose::from_parts(at, Rotation::from_xyzw(w.number(), w.number(), w.number(), w.number()))
}

/// A shape, and its pose in the frame of the workload: cylinders of Parry are along y.
fn shape(kind: &str, w: &mut Words) -> (SharedShape, Pose) {
    let s = match kind {
        "sphere" => SharedShape::ball(w.number()),
        "capsule" => {
            let (h, r) = (w.number(), w.number());
            SharedShape::capsule(Vector::new(0.0, 0.0, -h), Vector::new(0.0, 0.0, h), r)
        }
        "box" => SharedShape::cuboid(w.number(), w.number(), w.number()),
        "cylinder" => {
            let turn = Rotation::from_rotation_x(std::f64::consts::FRAC_PI_2);
            return (SharedShape::cylinder(w.number(), w.number()), Pose::from_parts(Vector::ZERO, turn));
        }
        "hull" => {
            let points: Vec<Vector> = (0..w.count()).map(|_| vector(w)).collect();
            SharedShape::convex_hull(&points).unwrap_or_else(|| unsupported())
        }
        _ => unsupported(),
    };
    (s, Pose::IDENTITY)
}
