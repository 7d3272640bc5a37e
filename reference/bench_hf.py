"""Measures Hugging Face transformers (SDPA, float32) on a LLaVA-1.5 checkpoint; partner of `qcpruner bench model`.

For each line on stdin one round is run and the summary so far is printed as one line of JSON; without a partner:
    yes round | head -5 | python bench_hf.py --model DIR --threads 2 --tokens 16
"""

import argparse
import json
import resource
import statistics
import sys
import time

import torch
from transformers import AutoModelForImageTextToText

args = argparse.ArgumentParser()
args.add_argument("--model", required=True)
args.add_argument("--threads", type=int, default=2)
args.add_argument("--tokens", type=int, default=16)
args = args.parse_args()
torch.set_num_threads(args.threads)

start = time.perf_counter()
model = AutoModelForImageTextToText.from_pretrained(args.model, dtype=torch.float32, attn_implementation="sdpa").eval()
load = time.perf_counter() - start
size = model.config.vision_config.image_size
pixels = torch.full((1, 3, size, size), 0.3)
before = torch.arange(1, 36)[None]
after = torch.arange(37, 64)[None]
rounds = []


def lap(since):
    now = (time.perf_counter(), time.process_time())
    return now, [1e3 * (a - b) for a, b in zip(now, since)]


@torch.no_grad()
def run():
    clock = (time.perf_counter(), time.process_time())
    table = model.get_input_embeddings()
    features = model.model.get_image_features(pixels)
    features = features.pooler_output if hasattr(features, "pooler_output") else features
    rows = torch.cat([table(before), features[0][None], table(after)], 1)
    clock, vision = lap(clock)
    out = model.model.language_model(inputs_embeds=rows, use_cache=True)
    model.lm_head(out.last_hidden_state[:, -1:]).flatten().tolist()
    clock, prefill = lap(clock)
    cache, token = out.past_key_values, torch.tensor([[5]])
    for _ in range(args.tokens):
        out = model.model.language_model(input_ids=token, past_key_values=cache, use_cache=True)
        cache = out.past_key_values
        model.lm_head(out.last_hidden_state).argmax().item()
    clock, decode = lap(clock)
    rounds.append((vision, prefill, [d / args.tokens for d in decode]))
    return rows.shape[1]


for line in sys.stdin:
    count = run()
    kept = rounds[1:] or rounds
    result = {"program": f"transformers", "threads": args.threads, "rows": count, "new_tokens": args.tokens,
              "load_s": round(load, 1), "first_prefill_ms": round(rounds[0][1][0], 1)}
    for unit, index in (("ms", 0), ("cpu_ms", 1)):
        for part, name in enumerate(("vision", "prefill", "decode")):
            result[f"{name}_{unit}"] = round(statistics.median(r[part][index] for r in kept), 1)
    result["peak_rss_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(json.dumps(result), flush=True)
