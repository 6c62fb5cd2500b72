#!/usr/bin/env bash
# Judges the answers of `collide query` against proved cases and certified truth.
#
#   SHARED=FOLDER scripts/judge.sh WORK TRUTH [PROVED] [PAIRS]
#
# SHARED holds tools/pairs.py, tools/judge.py and cases/cases.jsonl. WORK holds workload files NAME.txt,
# TRUTH the bounds NAME.truth (without one, the file is passed over), PROVED (or "-") proved cases
# NAME.jsonl. PAIRS limits the pairs of each workload. Prints a line per file, then up to ten wrong answers of
# each; fails if there is one.
# Two files are judged at a time (JOBS).
set -euo pipefail

work=$(cd "$1" && pwd)
truth=$(cd "$2" && pwd)
proved=${3:--}
[[ $proved == - ]] || proved=$(cd "$proved" && pwd)
pairs=${4:-}
SHARED=$(cd "${SHARED:?the folder with tools/ and cases/}" && pwd)
cd "$(dirname "$0")/.."

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
go build -o "$tmp/collide" ./cmd/collide
export SHARED tmp work truth pairs

# query reads pair lines and writes answer lines; status 3 says that some lines got an error.
query() { "$tmp/collide" query || (($? == 3)); }

# judge KIND NAME FILE: one summary line; what is wrong goes to $tmp/NAME.wrong.
judge() {
  set -o pipefail
  local kind=$1 name=$2 file=$3 answers=$tmp/$2.answers rel=1e-12 ok=0 start=$SECONDS
  case $name in *cylinder* | *cone* | *ellipsoid* | *ellipse*) rel=1e-8 ;; esac
  if [[ $kind == cases ]]; then
    python3 "$SHARED/tools/pairs.py" cases "$file" | query >"$answers" &&
      python3 "$SHARED/tools/judge.py" cases "$file" "$answers" >"$tmp/$name.said" 2>&1 || ok=$?
  else
    head -n "${pairs:-1000000000}" "$truth/$name.truth" >"$tmp/$name.truth"
    python3 "$SHARED/tools/pairs.py" workload "$file" ${pairs:+"$pairs"} | query >"$answers" &&
      python3 "$SHARED/tools/judge.py" truth "$file" "$tmp/$name.truth" "$answers" "$rel" >"$tmp/$name.said" 2>&1 || ok=$?
  fi
  rm -f "$answers" "$tmp/$name.truth"
  printf '%-5s %-28s %s (%d s)\n' "$([[ $ok == 0 ]] && echo right || echo WRONG)" "$name" \
    "$(tail -1 "$tmp/$name.said" 2>/dev/null)" $((SECONDS - start))
  [[ $ok == 0 ]] || { echo "$name:" && head -n -1 "$tmp/$name.said" 2>/dev/null | head -10 | sed 's/^/    /'; } >"$tmp/$name.wrong"
}
export -f judge query

{
  printf '%s\0' cases cases "$SHARED/cases/cases.jsonl"
  for file in "$work"/*.txt; do
    name=$(basename "$file" .txt)
    [[ ! -s $truth/$name.truth ]] || printf '%s\0' truth "$name" "$file"
  done
  if [[ $proved != - ]]; then
    for file in "$proved"/*.jsonl; do printf '%s\0' cases "$(basename "$file" .jsonl)" "$file"; done
  fi
} | xargs -0 -n 3 -P "${JOBS:-2}" bash -c 'judge "$@"' judge | tee "$tmp/summary"

wrong=$(grep -c '^WRONG' "$tmp/summary" || true)
right=$(grep -c '^right' "$tmp/summary" || true)
cat "$tmp"/*.wrong 2>/dev/null || true
echo "$right files right, $wrong wrong"
((wrong == 0 && right > 0))
