"""How alike the patches are that methods keep with rounded weights and with stored ones.

    python reference/kept_sets.py --qcpruner ./qcpruner --model embedded --image docs/images/demo.png --budget 16 \\
        --methods qcpruner,fastv,dart,visionzip,divprune --questions "what colour is the circle?" "how many shapes are there?"

Every method answers every question with each kind of weights; sets of the last stage are compared by their Jaccard index, the
share of patches in both of those in either. A method that changes nothing with the question counts once for each question.
"""

import argparse
import json
import subprocess
import sys
import tempfile


def kept(args, method, weights):
    """One set for each question."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as lines:
        lines.writelines(json.dumps({"question": question}) + "\n" for question in args.questions)
        lines.flush()
        made = subprocess.run(
            [args.qcpruner, "ask", "--model", args.model, "--image", args.image, "--questions", lines.name, "--json",
             "--method", f"{method}@{args.budget}", "--max-tokens", "1", "--weights", weights],
            capture_output=True, text=True)
    if made.returncode:
        sys.exit(f"{method}, {weights}: {made.stderr.strip().splitlines()[-1]}")
    decoder, found, at = json.JSONDecoder(), [], 0
    text = made.stdout.strip()
    while at < len(text):
        value, at = decoder.raw_decode(text, at)
        found += value if isinstance(value, list) else [value]
        while at < len(text) and text[at].isspace():
            at += 1
    return [set(answer["pruning"]["stages"][-1]["kept"]) for answer in found]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--qcpruner", default="qcpruner")
    parser.add_argument("--model", default="embedded")
    parser.add_argument("--image", required=True)
    parser.add_argument("--budget", type=int, default=16)
    parser.add_argument("--methods", required=True)
    parser.add_argument("--kinds", default="int8,int4")
    parser.add_argument("--questions", nargs="+", required=True)
    args = parser.parse_args()
    kinds = args.kinds.split(",")
    print("| method | " + " | ".join(kinds) + " |\n|---" + "|---" * len(kinds) + "|")
    for method in args.methods.split(","):
        stored = kept(args, method, "stored")
        row = []
        for kind in kinds:
            pairs = list(zip(stored, kept(args, method, kind), strict=True))
            row.append(sum(len(a & b) / len(a | b) for a, b in pairs) / len(pairs))
        print(f"| {method} | " + " | ".join(f"{value:.3f}" for value in row) + " |", flush=True)


if __name__ == "__main__":
    main()
