"""Measures qcpruner and its peers on the same generated LLaVA-1.5 checkpoint, alternating, and prints one table.

    ./qcpruner bench model --shape llava-1.5-0.5b --model DIR --rounds 1 --tokens 1     # writes the checkpoint
    python reference/bench_peers.py --model DIR --rounds 3 --tokens 16 --raw rounds.jsonl \
        [--packed DIR ...] [--gguf FILE.gguf ...] [--openvino DIR ...] [--genai DIR ...] [--only WORD]

Peers: transformers (float32, through bench_hf.py), llama.cpp (package llama_cpp, built natively; GGUF files of the
decoder by make_gguf.py), OpenVINO (package openvino; decoders exported by make_openvino.py) and OpenVINO GenAI (package
openvino_genai; models exported by make_openvino_genai.py). llama.cpp and OpenVINO run the decoder alone, without the
tower. A peer that is not installed, or has no file to run, is skipped by name. Every round is one fresh process per
program, so that no program profits from another's warm caches; no program keeps a prompt.

OpenVINO GenAI runs its VLMPipeline from the picture's pixels on, once in float32 as OpenVINO does and once in the
precision it chooses itself. By itself it keeps prompts (prefix caching); here it is given a SchedulerConfig with
enable_prefix_caching = False and, as by itself, no limit of rows per step. Its vision_ms is the time to make all rows
of the prompt, resizing and text rows included; its prefill_ms is the time to the first token less that.
"""

import argparse
import importlib.util
import itertools
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

GENAI = """
import json, pathlib, resource, sys, time
import numpy, openvino, openvino_genai
path, threads, tokens, rows, precision = pathlib.Path(sys.argv[1]), *map(int, sys.argv[2:5]), sys.argv[5]
tower = json.loads((path / "config.json").read_text(encoding="utf-8"))["vision_config"]
side = tower["image_size"]
scheduler = openvino_genai.SchedulerConfig()
scheduler.enable_prefix_caching = False
scheduler.max_num_batched_tokens = 1 << 30
start = time.perf_counter()
model = openvino_genai.VLMPipeline(path, "CPU", scheduler_config=scheduler, INFERENCE_NUM_THREADS=threads,
                                   PERFORMANCE_HINT="LATENCY",
                                   **({} if precision == "default" else {"INFERENCE_PRECISION_HINT": precision}))
load = time.perf_counter() - start


class Clock(openvino_genai.StreamerBase):
    def __init__(self):
        super().__init__()
        self.seconds = []

    def write(self, token):
        self.seconds.append(time.process_time())
        return openvino_genai.StreamingStatus.RUNNING

    def end(self):
        pass


# one row per letter, and one for the line break that the pipeline puts behind the picture
letters = ("What is drawn here? " * rows)[:rows - (side // tower["patch_size"]) ** 2 - 1]
prompt = letters[:35] + "<image>" + letters[35:]
y, x = numpy.mgrid[:side, :side]
picture = openvino.Tensor(numpy.stack([x + y, x * y, x - y], -1).astype(numpy.uint8)[None])
settings = openvino_genai.GenerationConfig()
settings.max_new_tokens = tokens + 1  # the first comes from the prompt
settings.ignore_eos, settings.do_sample, settings.apply_chat_template = True, False, False
for _ in range(2):  # the first pass prepares kernels
    clock = Clock()
    times = model.generate(prompt, images=[picture], generation_config=settings, streamer=clock).perf_metrics
assert len(clock.seconds) == tokens + 1, len(clock.seconds)
vision = times.get_prepare_embeddings_duration().mean
print(json.dumps({
    "load_s": load, "rows": times.get_num_input_tokens(), "vision_ms": vision,
    "prefill_ms": times.get_ttft().mean - vision, "decode_ms": times.get_tpot().mean,
    "decode_cpu_ms": 1e3 * (clock.seconds[-1] - clock.seconds[0]) / tokens,
    "peak_rss_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10}))
"""


def output(command, text=None):
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{command[0]} failed: {done.stderr.strip().splitlines()[-1:]}")
    return done.stdout


def ours(args, model, *more):
    command = [str(ROOT / "qcpruner"), "bench", "model", "--model", model, "--threads", str(args.threads),
               "--rounds", "2", "--tokens", str(args.tokens), *more, "--json"]
    result = json.loads(output(command))
    return result[0] if isinstance(result, list) else result


def programs(args):
    """Name and a function that measures one round, for every program that can run here."""
    for weights in ("stored", "half", "int8", "int4"):
        yield f"qcpruner {weights}", lambda weights=weights: ours(args, args.model, "--weights", weights)
    for folder in args.packed:
        yield f"qcpruner packed {pathlib.Path(folder).name}", lambda folder=folder: ours(args, folder)
    if importlib.util.find_spec("transformers") and importlib.util.find_spec("torch"):
        command = [sys.executable, str(ROOT / "reference/bench_hf.py"), "--model", args.model,
                   "--threads", str(args.threads), "--tokens", str(args.tokens)]
        yield "transformers f32", lambda command=command: json.loads(output(command, "round\nround\n").splitlines()[-1])
    else:
        print("skipped: transformers (not installed)", file=sys.stderr)
    for name, package, script, files, kinds in (
            ("llama.cpp", "llama_cpp", LLAMA, args.gguf, [()]),
            ("OpenVINO", "openvino", OPENVINO, args.openvino, [()]),
            ("OpenVINO GenAI", "openvino_genai", GENAI, args.genai, [("f32",), ("default",)])):
        if not importlib.util.find_spec(package):
            print(f"skipped: {name} (not installed)", file=sys.stderr)
        elif not files:
            print(f"skipped: {name} (no model given)", file=sys.stderr)
        for file, kind in itertools.product(files, kinds) if importlib.util.find_spec(package) else ():
            command = [sys.executable, "-c", script, file, str(args.threads), str(args.tokens), str(PROMPT_ROWS), *kind]
            yield (" ".join((name, pathlib.Path(file).name, *kind)),
                   lambda command=command: json.loads(output(command).splitlines()[-1]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", required=True)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tokens", type=int, default=16)
    parser.add_argument("--packed", action="append", default=[], help="a folder made by qcpruner pack")
    parser.add_argument("--gguf", action="append", default=[])
    parser.add_argument("--openvino", action="append", default=[])
    parser.add_argument("--genai", action="append", default=[])
    parser.add_argument("--only", default="", help="run only the programs with this word in their names")
    parser.add_argument("--raw", help="file for every round, one JSON object per line")
    args = parser.parse_args()
    runs = [(name, measure) for name, measure in programs(args) if args.only in name]
    rounds = {name: [] for name, _ in runs}
    raw = open(args.raw, "a", encoding="utf-8") if args.raw else None
    for number in range(args.rounds):
        for name, measure in runs:
            result = measure()
            rounds[name].append(result)
            if result.get("rows", PROMPT_ROWS) != PROMPT_ROWS:
                print(f"note: {name} had a prompt of {result['rows']} rows", file=sys.stderr)
            if raw:
                print(json.dumps({"round": number, "program": name, **{c: result.get(c) for c in COLUMNS},
                                  **({"rows": result["rows"]} if "rows" in result else {})}), file=raw)
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
