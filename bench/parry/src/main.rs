//! Times casts, closest points, sweeps and times of impact of Parry in f64 over a workload of
//! package tasks, for cmd/compare:
//!
//!     casts WORKLOAD default PASSES [RESULTS]
//!
//! The line that it prints, and RESULTS, are as those of cmd/casts. Exit status 3: Parry has no such
//! shape or query.
use std::io::Write;

mod words;

mod plane {
    use parry2d_f64 as parry;
    pub type AngVector = f64;
    include!("plane.rs");
    include!("driver.rs");
}

mod space {
    use parry3d_f64 as parry;
    pub type AngVector = parry::math::Vector;
    include!("space.rs");
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

/// The processor time of this thread in nanoseconds.
fn cpu_now() -> f64 {
    let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut t) };
    t.tv_sec as f64 * 1e9 + t.tv_nsec as f64
}

/// Times passes over all tasks until the budget is spent, and prints them.
fn passes(count: usize, tasks: usize, mut pass: impl FnMut()) {
    let budget = std::env::var("BUDGET").ok().and_then(|s| s.parse::<f64>().ok()).unwrap_or(1.0) * 1e9;
    let mut total = 0.0;
    for _ in 0..count {
        if total > budget {
            break;
        }
        let start = cpu_now();
        pass();
        let spent = cpu_now() - start;
        total += spent;
        print!(" {:.1}", spent / tasks as f64);
    }
    println!();
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    if args.len() < 4 {
        eprintln!("usage: casts WORKLOAD default PASSES [RESULTS]");
        std::process::exit(2);
    }
    let text = std::fs::read_to_string(&args[1]).expect("workload");
    let name = std::path::Path::new(&args[1]).file_stem().unwrap().to_string_lossy().into_owned();
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
