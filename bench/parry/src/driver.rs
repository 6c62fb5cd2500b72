// What both dimensions share; each includes it with its own Parry.
use crate::words::{unsupported, Words};
use crate::{hit, Answer, MISS};
use parry::query::{cast_shapes, cast_shapes_nonlinear, NonlinearRigidMotion, Ray, ShapeCastOptions};
use parry::shape::SharedShape;
use std::collections::HashMap;

pub enum Task {
    Ray(SharedShape, Pose, Ray, f64),
    Point(SharedShape, Pose, Vector),
    Sweep([SharedShape; 2], [Pose; 2], Vector, f64),
    Motion([SharedShape; 2], [NonlinearRigidMotion; 2], f64),
}

pub struct Work {
    pub tasks: Vec<Task>,
}

type Pool<'a> = HashMap<&'a str, (SharedShape, Pose)>;

fn body<'a>(pool: &Pool<'a>, w: &mut Words<'a>) -> (SharedShape, Pose, Pose) {
    let (s, local) = pool.get(w.word()).expect("a shape").clone();
    (s, pose(w) * local, local)
}

fn moving<'a>(pool: &Pool<'a>, w: &mut Words<'a>) -> (SharedShape, NonlinearRigidMotion) {
    let (s, start, local) = body(pool, w);
    let (linear, turn, center) = (vector(w), angular(w), vector(w));
    (s, NonlinearRigidMotion::new(start, local.inverse_transform_point(center), linear, turn))
}

pub fn load(text: &str) -> Work {
    let mut pool: Pool = HashMap::new();
    let mut tasks = Vec::new();
    for line in text.lines().skip(1) {
        let mut w = Words(line.split_whitespace());
        match w.word() {
            "shape" => {
                let (id, kind) = (w.word(), w.word());
                let s = if kind == "compound" {
                    let parts = (0..w.count())
                        .map(|_| {
                            let (s, p, _) = body(&pool, &mut w);
                            (p, s)
                        })
                        .collect();
                    (SharedShape::compound(parts), Pose::IDENTITY)
                } else {
                    shape(kind, &mut w)
                };
                pool.insert(id, s);
            }
            "ray" => {
                let (s, p, _) = body(&pool, &mut w);
                let ray = Ray::new(vector(&mut w), vector(&mut w));
                tasks.push(Task::Ray(s, p, ray, w.number()));
            }
            "point" => {
                let (s, p, _) = body(&pool, &mut w);
                tasks.push(Task::Point(s, p, vector(&mut w)));
            }
            "sweep" => {
                let (a, b) = (body(&pool, &mut w), body(&pool, &mut w));
                tasks.push(Task::Sweep([a.0, b.0], [a.1, b.1], vector(&mut w), w.number()));
            }
            "motion" => {
                let (a, b) = (moving(&pool, &mut w), moving(&pool, &mut w));
                tasks.push(Task::Motion([a.0, b.0], [a.1, b.1], w.number()));
            }
            _ => unsupported(),
        }
    }
    Work { tasks }
}

impl Work {
    /// Answers all tasks.
    pub fn all(&self, out: &mut [Answer]) {
        for (t, a) in self.tasks.iter().zip(out.iter_mut()) {
            *a = answer(t);
        }
    }
}

fn answer(t: &Task) -> Answer {
    match t {
        Task::Ray(s, p, ray, most) => match s.cast_ray_and_get_normal(p, ray, *most, true) {
            Some(h) => hit(h.time_of_impact),
            None => MISS,
        },
        Task::Point(s, p, x) => {
            let near = s.project_point(p, *x, false);
            let d = (near.point - *x).length();
            if near.is_inside {
                Answer { word: "inside", at: -d }
            } else {
                Answer { word: "outside", at: d }
            }
        }
        Task::Sweep(s, p, v, most) => {
            let opt = ShapeCastOptions::with_max_time_of_impact(*most);
            match cast_shapes(&p[0], Vector::ZERO, &*s[0], &p[1], *v, &*s[1], opt) {
                Ok(Some(h)) => hit(h.time_of_impact),
                Ok(None) => MISS,
                Err(_) => unsupported(),
            }
        }
        Task::Motion(s, m, duration) => {
            match cast_shapes_nonlinear(&m[0], &*s[0], &m[1], &*s[1], 0.0, *duration, true) {
                Ok(Some(h)) => hit(h.time_of_impact),
                Ok(None) => MISS,
                Err(_) => unsupported(),
            }
        }
    }
}
