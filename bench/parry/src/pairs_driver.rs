// What both dimensions and precisions share; each includes it with its own Parry.
use crate::words::{unsupported, Words};
use crate::{Answer, NONE};
use parry::query::{contact, intersection_test, ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher};
use parry::shape::SharedShape;
use std::collections::HashMap;

type Body = (SharedShape, Pose);

fn load(text: &str) -> Vec<[Body; 2]> {
    let mut pool: HashMap<&str, Body> = HashMap::new();
    let mut pairs = Vec::new();
    for line in text.lines().skip(1) {
        let mut w = Words(line.split_whitespace());
        match w.word() {
            "shape" => {
                let (id, kind) = (w.word(), w.word());
                let s = if kind == "hull" {
                    let (n, _) = (w.count(), w.count());
                    (hull(n, &mut w), Pose::IDENTITY)
                } else {
                    shape(kind, &mut w)
                };
                pool.insert(id, s);
            }
            _ => {
                let mut body = || {
                    let (s, local) = pool.get(w.word()).expect("a shape").clone();
                    (s, pose(&mut w) * local)
                };
                pairs.push([body(), body()]);
            }
        }
    }
    pairs
}

/// A distance beyond which nothing is asked, above that of all pairs.
const FAR: parry::math::Real = 1e3;

pub fn race(text: &str, variant: &str, passes: usize) -> Vec<Answer> {
    let pairs = load(text);
    let mut out = vec![NONE; pairs.len()];
    print!(" {}", pairs.len());
    let ask = match variant {
        "overlap" => overlap,
        "distance" => distance,
        "manifold" => manifold,
        _ => unsupported(),
    };
    crate::clock::passes(passes, pairs.len(), || {
        for (p, a) in pairs.iter().zip(out.iter_mut()) {
            ask(&p[0], &p[1], a);
        }
    });
    out
}

fn overlap(a: &Body, b: &Body, out: &mut Answer) {
    out.hit = match intersection_test(&a.1, &*a.0, &b.1, &*b.0) {
        Ok(hit) => i32::from(hit.intersecting),
        Err(_) => unsupported(),
    };
}

fn distance(a: &Body, b: &Body, out: &mut Answer) {
    *out = NONE;
    match contact(&a.1, &*a.0, &b.1, &*b.0, FAR) {
        Ok(Some(c)) => {
            out.hit = (c.dist <= 0.0) as i32;
            out.d = c.dist as f64;
            for (i, v) in [c.normal1, c.point1, c.point2].iter().enumerate() {
                for (k, x) in v.to_array().iter().enumerate() {
                    out.rest[3 * i + k] = *x as f64;
                }
            }
        }
        Ok(None) => {}
        Err(_) => unsupported(),
    }
}

fn manifold(a: &Body, b: &Body, out: &mut Answer) {
    let mut m: ContactManifold<(), ()> = ContactManifold::new();
    let between = a.1.inverse() * b.1;
    if DefaultQueryDispatcher
        .contact_manifold_convex_convex(&between, &*a.0, &*b.0, None, None, 0.0, &mut m)
        .is_err()
    {
        unsupported();
    }
    let deepest = m.points.iter().map(|p| p.dist as f64).fold(0.0, f64::min);
    *out = NONE;
    out.hit = m.points.iter().any(|p| p.dist <= 0.0) as i32;
    if out.hit == 1 {
        out.d = deepest;
    }
}
