//! Times queries of Parry about pairs of bodies, for cmd/race:
//!
//!     pairs WORKLOAD VARIANT PASSES [RESULTS]
//!
//! The variants are overlap (intersection_test), distance (contact, with points, at any distance)
//! and manifold (contact_manifold_convex_convex), in doubles; overlap32, distance32 and manifold32 are
//! the same in floats. The line that it prints, and RESULTS, are as those of cmd/race. Exit status 3:
//! Parry has no such shape.
use std::io::Write;

mod clock;
mod words;

mod plane {
    use parry2d_f64 as parry;
    include!("plane.rs");
    include!("pairs_driver.rs");
}

mod space {
    use parry3d_f64 as parry;
    include!("space.rs");
    include!("pairs_driver.rs");
}

mod plane32 {
    use parry2d as parry;
    include!("plane.rs");
    include!("pairs_driver.rs");
}

mod space32 {
    use parry3d as parry;
    include!("space.rs");
    include!("pairs_driver.rs");
}

/// What RESULTS tells of a pair.
#[derive(Clone, Copy)]
pub struct Answer {
    hit: i32,
    d: f64,
    rest: [f64; 9], // normal, points
}

const NONE: Answer = Answer { hit: -1, d: f64::NAN, rest: [f64::NAN; 9] };

fn main() {
    let args: Vec<String> = std::env::args().collect();
    if args.len() < 4 {
        eprintln!("usage: pairs WORKLOAD overlap|distance|manifold[32] PASSES [RESULTS]");
        std::process::exit(2);
    }
    let text = std::fs::read_to_string(&args[1]).expect("workload");
    let passes: usize = args[3].parse().expect("passes");
    let (variant, floats) = match args[2].strip_suffix("32") {
        Some(v) => (v, true),
        None => (args[2].as_str(), false),
    };
    let flat = text.lines().next().unwrap_or("") == "dim 2";
    print!("time parry{} {} {}", if floats { "32" } else { "" }, args[2], clock::name(&args[1]));
    let answers = match (flat, floats) {
        (true, false) => plane::race(&text, variant, passes),
        (false, false) => space::race(&text, variant, passes),
        (true, true) => plane32::race(&text, variant, passes),
        (false, true) => space32::race(&text, variant, passes),
    };
    if let Some(path) = args.get(4) {
        let mut f = std::io::BufWriter::new(std::fs::File::create(path).expect("results"));
        for (i, a) in answers.iter().enumerate() {
            write!(f, "{} {} {:?}", i, a.hit, a.d).expect("results");
            for x in a.rest {
                write!(f, " {x:?}").expect("results");
            }
            writeln!(f).expect("results");
        }
    }
}
