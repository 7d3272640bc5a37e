"""Measures qcpruner and its peers on the same generated LLaVA-1.5 checkpoint, alternating, and prints one table.

    ./qcpruner bench model --shape llava-1.5-0.5b --model DIR --rounds 1 --tokens 1     # writes the checkpoint
    python reference/bench_peers.py --model DIR --rounds 3 --tokens 16 --raw rounds.jsonl \
        [--gguf FILE.gguf ...] [--openvino DIR ...]

Peers: transformers (float32, through bench_hf.py), llama.cpp (package llama_cpp, built natively; GGUF files of the
decoder by make_gguf.py) and OpenVINO (package openvino; decoders exported by make_openvino.py). llama.cpp and OpenVINO
run the decoder alone, without the tower. A peer that is not installed, or has no file to run, is skipped by name. Every round is one fresh process per program,
so that no program profits from another's warm caches; no program keeps a prompt.
"""

import argparse
import importlib.util
import json
import pathlib
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
COLUMNS = ("load_s", "vision_ms", "prefill_ms", "decode_ms", "decode_cpu_ms", "peak_rss_mb")
PROMPT_ROWS = 638

LLAMA = """
import json, resource, sys, time
import llama_cpp
path, threads, tokens, rows = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
start = time.perf_counter()
model = llama_cpp.Llama(path, n_ctx=rows + tokens + 8, n_batch=rows, n_ubatch=rows, n_threads=threads,
                        n_threads_batch=threads, verbose=False)
load = time.perf_counter() - start
out = {}
for _ in range(2):  # the first pass reads the file
    model.reset()
    t = time.perf_counter()
    model.eval([1 + i % 97 for i in range(rows)])
    out["prefill_ms"] = 1e3 * (time.perf_counter() - t)
    t, c = time.perf_counter(), time.process_time()
    for _ in range(tokens):
        model.eval([5])
    out["decode_ms"] = 1e3 * (time.perf_counter() - t) / tokens
    out["decode_cpu_ms"] = 1e3 * (time.process_time() - c) / tokens
out["load_s"] = load
out["peak_rss_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
print(json.dumps(out))
"""

OPENVINO = """
import json, pathlib, resource, sys, time
import numpy, openvino
path, threads, tokens, rows = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
start = time.perf_counter()
# without the hint OpenVINO computes in bfloat16 where the processor can
model = openvino.Core().compile_model(str(path / "openvino_model.xml"), "CPU", {
    "INFERENCE_NUM_THREADS": threads, "PERFORMANCE_HINT": "LATENCY", "INFERENCE_PRECISION_HINT": "f32"})
request = model.create_infer_request()
load = time.perf_counter() - start
names = {name for port in model.inputs for name in port.names}

def step(ids, before):
    n = len(ids)
    feed = {"input_ids": numpy.array([ids]), "attention_mask": numpy.ones((1, before + n), numpy.int64),
            "position_ids": numpy.arange(before, before + n)[None], "beam_idx": numpy.zeros(1, numpy.int32)}
    request.infer({k: v for k, v in feed.items() if k in names})

out = {"load_s": load}
for _ in range(2):  # the first pass prepares kernels
    request.reset_state()
    t = time.perf_counter()
    step([1 + i % 97 for i in range(rows)], 0)
    out["prefill_ms"] = 1e3 * (time.perf_counter() - t)
    t, c = time.perf_counter(), time.process_time()
    for i in range(tokens):
        step([5], rows + i)
    out["decode_ms"] = 1e3 * (time.perf_counter() - t) / tokens
    out["decode_cpu_ms"] = 1e3 * (time.process_time() - c) / tokens
out["peak_rss_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
print(json.dumps(out))
"""


def output(command, text=None):
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{command[0]} failed: {done.stderr.strip().splitlines()[-1:]}")
    return done.stdout


def ours(args, weights):
    command = [str(ROOT / "qcpruner"), "bench", "model", "--model", args.model, "--threads", str(args.threads),
               "--rounds", "2", "--tokens", str(args.tokens), "--weights", weights, "--json"]
    result = json.loads(output(command))
    return result[0] if isinstance(result, list) else result


def programs(args):
    """Name and a function that measures one round, for every program that can run here."""
    for weights in ("stored", "half", "int8", "int4"):
        yield f"qcpruner {weights}", lambda weights=weights: ours(args, weights)
    if importlib.util.find_spec("transformers") and importlib.util.find_spec("torch"):
        command = [sys.executable, str(ROOT / "reference/bench_hf.py"), "--model", args.model,
                   "--threads", str(args.threads), "--tokens", str(args.tokens)]
        yield "transformers f32", lambda command=command: json.loads(output(command, "round\nround\n").splitlines()[-1])
    else:
        print("skipped: transformers (not installed)", file=sys.stderr)
    for name, package, script, files in (("llama.cpp", "llama_cpp", LLAMA, args.gguf),
                                         ("OpenVINO", "openvino", OPENVINO, args.openvino)):
        if not importlib.util.find_spec(package):
            print(f"skipped: {name} (not installed)", file=sys.stderr)
        elif not files:
            print(f"skipped: {name} (no model given)", file=sys.stderr)
        for file in files if importlib.util.find_spec(package) else ():
            command = [sys.executable, "-c", script, file, str(args.threads), str(args.tokens), str(PROMPT_ROWS)]
            yield f"{name} {pathlib.Path(file).name}", lambda command=command: json.loads(output(command))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", required=True)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tokens", type=int, default=16)
    parser.add_argument("--gguf", action="append", default=[])
    parser.add_argument("--openvino", action="append", default=[])
    parser.add_argument("--raw", help="file for every round, one JSON object per line")
    args = parser.parse_args()
    runs = list(programs(args))
    rounds = {name: [] for name, _ in runs}
    raw = open(args.raw, "a", encoding="utf-8") if args.raw else None
    for number in range(args.rounds):
        for name, measure in runs:
            result = measure()
            rounds[name].append(result)
            if raw:
                print(json.dumps({"round": number, "program": name, **{c: result.get(c) for c in COLUMNS}}), file=raw)
                raw.flush()
    print("| program | " + " | ".join(COLUMNS) + " |")
    print("|---" * (len(COLUMNS) + 1) + "|")
    for name, results in rounds.items():
        cells = []
        for column in COLUMNS:
            values = [r[column] for r in results if r.get(column) is not None]
            cells.append(f"{statistics.median(values):.1f}" if values else "")
        print(f"| {name} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
