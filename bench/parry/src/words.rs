//! The words of a line that are not read yet.

pub struct Words<'a>(pub std::str::SplitWhitespace<'a>);

impl<'a> Words<'a> {
    pub fn word(&mut self) -> &'a str {
        self.0.next().expect("too few words")
    }
    pub fn number<T: std::str::FromStr>(&mut self) -> T {
        self.word().parse().ok().expect("a number")
    }
    pub fn count(&mut self) -> usize {
        self.word().parse().expect("a count")
    }
}

/// Parry has no such shape or query.
pub fn unsupported() -> ! {
    std::process::exit(3)
}
