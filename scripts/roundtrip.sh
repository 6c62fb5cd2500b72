#!/usr/bin/env bash
# Reads what programs of the field write, and has them read what is written here: trimesh, assimp and
# Tiled, which it installs where they are not there. COLLIDE_PYTHON names a Python with trimesh,
# networkx and lxml; else one is made in a folder of its own.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=()
command -v assimp >/dev/null || packages+=(assimp-utils)
command -v tiled >/dev/null || packages+=(tiled)
if ((${#packages[@]} > 0)); then
  apt-get update -qq >/dev/null
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
fi

if [[ -z ${COLLIDE_PYTHON:-} ]]; then
  tmp=$(mktemp -d)
  trap 'rm -rf "$tmp"' EXIT
  python3 -m venv "$tmp/venv"
  "$tmp/venv/bin/pip" install -q trimesh networkx lxml
  export COLLIDE_PYTHON=$tmp/venv/bin/python
fi

go test -count 1 -tags programs -run 'TestTrimesh|TestAssimp|TestTiledProgram' -v ./mesh
