#!/usr/bin/env bash
# Runs the benches and writes their tables into docs/measured/latest.md, with date, machine and commit.
#   docs/measured/measure.sh [--rounds N] [PART...]      parts: weights pruning requests search start (default: all)
# Run it on a quiet machine; a part that is not named keeps the table it has.
set -eu
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
page=$root/docs/measured/latest.md
rounds=5
[ "${1-}" != --rounds ] || { rounds=$2; shift 2; }
parts=("$@")
[ ${#parts[@]} -gt 0 ] || parts=(weights pruning requests search start)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

bench() { "$root/qcpruner" bench "$@" 2>"$work/errors" || { cat "$work/errors" >&2; exit 1; }; }
# value NAME DECIMALS [FACTOR]: a number of "name value" lines on standard input
value() { awk -v name="$1" -v factor="${3-1}" -v form="%.$2f" '$1 == name { printf form, $2 * factor; exit }'; }
cpu() { lscpu 2>/dev/null | sed -n 's/^Model name: *//p' | head -1; }

made() {
  local changed=
  [ -z "$(git -C "$root" status --porcelain -- '*.java' '*.cpp' pom.xml '*/pom.xml')" ] || changed=" with changes"
  echo "$(date -u +%F), $(nproc) cores of $(cpu), $(awk '/MemTotal/ { printf "%.0f GB", $2 / 1e6 }' /proc/meminfo)," \
    "Java $(java -version 2>&1 | sed -n '1s/.*"\(.*\)".*/\1/p'), commit $(git -C "$root" rev-parse --short=8 HEAD)$changed;" \
    "\`docs/measured/measure.sh --rounds $rounds $1\`"
}

weights() {
  echo "| weights | tower | prefill of 638 rows | one new token | peak memory |"
  echo "|---|---|---|---|---|"
  bench model --model "$work/model" --shape llava-1.5-0.5b --rounds 1 --tokens 1 >/dev/null
  for kind in half int8 int4; do
    bench model --model "$work/model" --weights $kind --rounds "$rounds" --tokens 32 >"$work/out"
    echo "| \`$kind\` | $(value vision_ms 0 <"$work/out") ms | $(value prefill_ms 0 <"$work/out") ms" \
      "| $(value decode_ms 1 <"$work/out") ms | $(value peak_rss_mb 0 <"$work/out") MB |"
  done
}

pruning() {
  echo "| weights | tokens kept | unpruned | pruned | speed-up | FLOPs ratio | added by the method |"
  echo "|---|---|---|---|---|---|---|"
  bench prune --weights int8 --budgets 128,64,32 --rounds "$rounds" | awk '
    { v[$1] = $2 }
    $1 == "added_share" {
      printf "| `%s` | %d | %.0f ms | %.0f ms | %.2f | %.2f | %.1f %% |\n", v["weights"], v["budget"],
        v["unpruned_ms"], v["pruned_ms"], v["speed_up"], v["flops_ratio"], 100 * v["added_share"] }'
}

requests() {
  echo "| weights | tokens a second, one request | eight together | eight requests in turn | at once |"
  echo "|---|---|---|---|---|"
  bench batch --weights int8 --rounds "$rounds" --tokens 32 >"$work/out"
  echo "| \`int8\` | $(value one_tokens_per_s 0 <"$work/out") | $(value together_tokens_per_s 0 <"$work/out")" \
    "| $(value requests_in_turn_ms 1 0.001 <"$work/out") s | $(value requests_at_once_ms 1 0.001 <"$work/out") s |"
}

search() {
  echo "| input | groups | tokens | kept | best | dense greedy |"
  echo "|---|---|---|---|---|---|"
  bench select --runs $((rounds * 6)) | awk 'NR > 2 { print "| " $1 " | " $2 " | " $3 " | " $4 " | " $6 " ms | " $8 " ms |" }'
}

start() {
  echo "| start to end of \`ask --model embedded\` | selection | one new token |"
  echo "|---|---|---|"
  bench start --rounds "$rounds" >"$work/out"
  echo "| $(sed -n 's/^start to end, s *\([0-9.]*\).*/\1/p' "$work/out") s | $(value selection_ms 0 <"$work/out") ms" \
    "| $(value decode_ms_per_token 0 <"$work/out") ms |"
}

for part in "${parts[@]}"; do
  grep -q "^<!-- $part -->$" "$page" || { echo "no part $part in $page" >&2; exit 2; }
  echo "measuring $part" >&2
  { echo "<!-- $part -->"; "$part"; echo; made "$part"; } >"$work/block"
  awk -v block="$work/block" -v begin="<!-- $part -->" '
    $0 == begin { while ((getline line < block) > 0) print line; skip = 1; next }
    $0 == "<!-- end -->" { skip = 0 }
    !skip' "$page" >"$work/page"
  cp "$work/page" "$page"
done
