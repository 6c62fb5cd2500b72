#!/usr/bin/env bash
# Answers the corpus on every platform that can run here and compares the hashes. Arguments go to
# internal/determinism, so that other inputs can be compared too:
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

# answer TARGET ARGUMENTS...: builds, runs and writes the line with the hash to $tmp/NAME.hash.
answer() {
  local system how name level=v1
  read -r system how <<<"$1"
  shift
  name=${system/\//-}${how:+-$how}
  local run=()
  case $how in
  v?) level=$how ;;
  exec_wasm) run=("${exec_wasm[@]}") ;;
  qemu-*) run=("$how") ;;
  esac
  GOOS=${system%/*} GOARCH=${system#*/} GOAMD64=$level CGO_ENABLED=0 go build -o "$tmp/$name" ./internal/determinism || return
  "${run[@]}" "$tmp/$name" "$@" >"$tmp/$name.hash"
}

status=0
want=
for target in "${targets[@]}"; do
  read -r system how <<<"$target"
  name=${system/\//-}${how:+-$how}
  start=$SECONDS
  answer "$target" "$@" || { echo "determinism: $name failed" >&2 && exit 1; }
  got=$(tail -1 "$tmp/$name.hash")
  printf '%-34s %s (%d s)\n' "$name" "$got" $((SECONDS - start))
  want=${want:-$got}
  if [[ $got != "$want" ]]; then
    echo "determinism: $name answers differently" >&2
    diff "$tmp/linux-amd64-v1.hash" "$tmp/$name.hash" >&2 || true
    status=1
  fi
done
exit $status
