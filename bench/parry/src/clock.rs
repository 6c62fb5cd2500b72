//! Timing, the same for all programs.

/// The processor time of this thread in nanoseconds.
fn cpu_now() -> f64 {
    let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut t) };
    t.tv_sec as f64 * 1e9 + t.tv_nsec as f64
}

/// Times passes over all tasks until the budget is spent, and prints them.
pub fn passes(count: usize, tasks: usize, mut pass: impl FnMut()) {
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

/// The name of a workload: the file's without its ending.
pub fn name(path: &str) -> String {
    std::path::Path::new(path).file_stem().unwrap().to_string_lossy().into_owned()
}
