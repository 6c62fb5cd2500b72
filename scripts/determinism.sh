#!/usr/bin/env bash
# Answers the corpus on every platform that can run here and compares the hashes. Arguments go to
# tools/determinism, so that other inputs can be compared too:
#
#   scripts/determinism.sh [-cases FILE]... [-workload FILE]... [-n PAIRS]
#
# FILE is absolute or relative to the root of the repository, and may be a pattern.
set -euo pipefail
cd "$(dirname "$0")/.."

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

packages=()
command -v node >/dev/null || packages+=(nodejs)
for emulator in aarch64 riscv64 s390x; do
  command -v qemu-$emulator-static >/dev/null || { packages+=(qemu-user-static) && break; }
done
if ((${#packages[@]} > 0)); then
  apt-get update -qq >/dev/null
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
fi

exec_wasm=(node --stack-size=8192 "$(go env GOROOT)/lib/wasm/wasm_exec_node.js")
targets=(
  "linux/amd64 v1"
  "linux/amd64 v3"
  "linux/386"
  "js/wasm exec_wasm"
  "linux/arm64 qemu-aarch64-static"
  "linux/riscv64 qemu-riscv64-static"
  "linux/s390x qemu-s390x-static"
)

# name_of TARGET: the name of its files.
name_of() {
  local system how
  read -r system how <<<"$1"
  echo "${system/\//-}${how:+-$how}"
}

# answer TARGET ARGUMENTS...: builds, runs and writes the line with the hash to $tmp/NAME.hash.
answer() {
  local system how name level=v1 run=()
  read -r system how <<<"$1"
  name=$(name_of "$1")
  shift
  case $how in
  v?) level=$how ;;
  exec_wasm) run=("${exec_wasm[@]}") ;;
  qemu-*) run=("$how") ;;
  esac
  GOOS=${system%/*} GOARCH=${system#*/} GOAMD64=$level CGO_ENABLED=0 go build -o "$tmp/$name" ./tools/determinism || return
  "${run[@]}" "$tmp/$name" -each "$@" >"$tmp/$name.hash"
}

# Two at a time: the emulators are slow.
status=0
for target in "${targets[@]}"; do
  while (($(jobs -rp | wc -l) > 1)); do wait -n || status=1; done
  answer "$target" "$@" &
done
while [[ -n $(jobs -p) ]]; do wait -n || status=1; done
((status == 0)) || { echo "determinism: a build or a run failed" >&2 && exit 1; }

want=
for target in "${targets[@]}"; do
  name=$(name_of "$target")
  got=$(tail -1 "$tmp/$name.hash")
  printf '%-34s %s\n' "$name" "$got"
  want=${want:-$name}
  if ! cmp -s "$tmp/$want.hash" "$tmp/$name.hash"; then
    count=$(diff "$tmp/$want.hash" "$tmp/$name.hash" | grep -c '^>' || true)
    echo "determinism: $name answers differently ($count lines):" >&2
    diff "$tmp/$want.hash" "$tmp/$name.hash" | grep '^>' | head -5 >&2 || true
    status=1
  fi
done
exit $status
