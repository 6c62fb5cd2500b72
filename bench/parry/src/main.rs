//! Times casts, closest points, sweeps and times of impact of Parry in f64 over a workload of
//! package tasks, for cmd/compare:
//!
//!     casts WORKLOAD default PASSES [RESULTS]
//!
//! The line that it prints, and RESULTS, are as those of cmd/casts. Exit status 3: Parry has no such
//! shape or query.
use std::io::Write;

mod clock;
mod words;

use clock::{name, passes};

mod plane {
    use parry2d_f64 as parry;
    include!("plane.rs");

    fn angular(w: &mut Words) -> f64 {
        w.number()
    }
    include!("driver.rs");
}

mod space {
    use parry3d_f64 as parry;
    include!("space.rs");

    fn angular(w: &mut Words) -> Vector {
        vector(w)
    }
    include!("driver.rs");
}

/// What RESULTS tells of a task.
#[derive(Clone, Copy)]
pub struct Answer {
    word: &'static str,
    at: f64,
}

const MISS: Answer = Answer { word: "miss", at: 0.0 };

fn hit(at: f64) -> Answer {
    Answer { word: "hit", at }
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    if args.len() < 4 {
        eprintln!("usage: casts WORKLOAD default PASSES [RESULTS]");
        std::process::exit(2);
    }
    let text = std::fs::read_to_string(&args[1]).expect("workload");
    let name = name(&args[1]);
    let count: usize = args[3].parse().expect("passes");
    let first = text.lines().next().unwrap_or("");
    let answers = if first == "dim 2" {
        let w = plane::load(&text);
        print!("time parry {} {} {}", args[2], name, w.tasks.len());
        let mut out = vec![MISS; w.tasks.len()];
        passes(count, w.tasks.len(), || w.all(&mut out));
        out
    } else {
        let w = space::load(&text);
        print!("time parry {} {} {}", args[2], name, w.tasks.len());
        let mut out = vec![MISS; w.tasks.len()];
        passes(count, w.tasks.len(), || w.all(&mut out));
        out
    };
    if let Some(path) = args.get(4) {
        let mut f = std::io::BufWriter::new(std::fs::File::create(path).expect("results"));
        for (i, a) in answers.iter().enumerate() {
            writeln!(f, "{} {} {:?}", i, a.word, a.at).expect("results");
        }
    }
}
