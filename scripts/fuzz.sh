#!/usr/bin/env bash
# Runs each fuzz target of the repository for some time: scripts/fuzz.sh [TIME], 60s by default. Inputs of interest
# are made smaller for a second each; by default that takes up to a minute, in which nothing else is tried.
set -euo pipefail
cd "$(dirname "$0")/.."

found=0
while IFS=: read -r file target; do
  found=$((found + 1))
  echo "== $target in $(dirname "$file")"
  go test -run '^$' -fuzz "^$target\$" -fuzztime "${1:-60s}" -fuzzminimizetime 1s "./$(dirname "$file")"
done < <(git ls-files "*_test.go" | xargs grep -oE "^func Fuzz[A-Za-z0-9_]+" /dev/null | sed "s/:func /:/")
((found > 0)) || { echo "fuzz: no targets" >&2 && exit 1; }
