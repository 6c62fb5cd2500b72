#!/usr/bin/env bash
# Counts fused multiply-adds in the assembly of the packages whose answers and pictures must not depend on the platform.
# Any is a failure: the rounding idiom float64(x*y) + z is missing somewhere. So is a target on which the
# count of a package that does fuse is zero, because the gate could not fail there.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(. ./d2 ./d3 ./explain ./picture ./internal/draw ./internal/draw/solid ./internal/exact ./internal/trig ./internal/num ./internal/lanes ./internal/decimal ./internal/bvh ./broadphase ./d2/world ./d3/world ./scene ./mesh)
targets=(amd64 arm64 riscv64 s390x ppc64le loong64)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# The mnemonics of Go's assembler: VFMADD231SD, FMADDD, FNMSUBD, FMSUB, WFMADB, VFMSDB and their kin.
fused='^\s+0x[0-9a-f]+ [0-9]+ \([^)]*\)\s+([VW]?FN?M(ADD|SUB)[A-Z0-9]*|[VW]FN?M[AS][DS]B)\b'

# assembly TARGET PACKAGE...: of the listing, which the build cache replays, the heads of functions and of data, the
# fused instructions and what the compiler says. The whole of it is 200 MB a target: it is never written.
assembly() {
  local target=$1
  shift
  GOOS=linux GOARCH=$target GOAMD64=v3 CGO_ENABLED=0 go build -gcflags=-S "$@" 2>&1 | grep -P "^\S|$fused"
}

# said FILE: what is neither a symbol nor an instruction, so that a build that failed says why.
said() { grep -vP '^(\s|#)| S[A-Z]{3,} ' "$1" | tail -n 20 >&2 || true; }

mkdir "$tmp/selftest"
printf 'module selftest\n\ngo 1.26\n' >"$tmp/selftest/go.mod"
cat >"$tmp/selftest/f.go" <<'G'
package selftest

func Fuses(x, y, z float64) float64 { return x*y + z }
func Keeps(x, y, z float64) float64 { return float64(x*y) + z }
G

status=0
for target in "${targets[@]}"; do
  for listing in self answers; do
    of=("${packages[@]}") in=.
    [[ $listing == self ]] && of=(.) in=$tmp/selftest
    (cd "$in" && assembly "$target" "${of[@]}") >"$tmp/$listing.txt" && continue
    echo "fma: no listing on $target" >&2
    said "$tmp/$listing.txt"
    exit 1
  done
  self=$(grep -cP "$fused" "$tmp/self.txt" || true)
  functions=$(grep -cP '^\S+ STEXT' "$tmp/answers.txt" || true)
  count=$(grep -cP "$fused" "$tmp/answers.txt" || true)
  printf '%-8s %5d functions, %d fused (self-test: %d)\n' "$target" "$functions" "$count" "$self"
  if ((self != 1 || functions < 50)); then
    echo "fma: the gate sees nothing on $target" >&2
    status=1
  fi
  if ((count > 0)); then
    grep -P "$fused" "$tmp/answers.txt" | grep -oP '[^(/]+/[^/]+\.go:[0-9]+' >>"$tmp/where"
    status=1
  fi
done
if [[ -s $tmp/where ]]; then
  echo "fma: fused, and on how many targets:" >&2
  sort "$tmp/where" | uniq -c | sed 's/ *\([0-9]*\) \(.*\)/  \2 (\1)/' >&2
fi
exit $status
