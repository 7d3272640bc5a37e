"""KeyBERT over model2vec and `qcpruner bench anchors` on the same prompts, table and machine, in one run.

usage: bench_anchors.py MODEL2VEC_FOLDER [ROUNDS]      (run from anywhere; starts ./qcpruner of this checkout)

The folder of the embedded table is text/src/main/resources/io/qcpruner/text/internal/keyword/static-minilm.
Both sides are warmed up; numbers are medians over rounds, in milliseconds: on the clock, and on the processor, which
does not count waiting for other programs.
"""

import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

from keybert import KeyBERT
from model2vec import StaticModel

ROOT = pathlib.Path(__file__).resolve().parent.parent
COLOURS = "red blue green yellow black white orange brown".split()
OBJECTS = "umbrella bicycle suitcase skateboard guitar kite".split()


def questions():
    return [
        f"What is the man next to the woman in the striped {COLOURS[i % 8]} shirt holding in his left hand while"
        f" the small dog behind the wooden fence is watching the {OBJECTS[i % 6]}?"
        for i in range(24)
    ]


def milliseconds(work):
    """Clock and processor time of one call."""
    start, cpu = time.perf_counter(), time.thread_time()
    work()
    return (time.perf_counter() - start) * 1e3, (time.thread_time() - cpu) * 1e3


def median(times):
    return tuple(statistics.median(column) for column in zip(*times))


def python_side(folder, texts, rounds):
    first = milliseconds(lambda: StaticModel.from_pretrained(folder))
    later = median([milliseconds(lambda: StaticModel.from_pretrained(folder)) for _ in range(9)])
    extractor = KeyBERT(StaticModel.from_pretrained(folder))

    def one_round():
        for text in texts:
            extractor.extract_keywords(text, keyphrase_ngram_range=(1, 1), stop_words="english", top_n=6)

    one_round()
    per_round = median([milliseconds(one_round) for _ in range(rounds)])
    return first, later, tuple(t / len(texts) for t in per_round)


def java_side(folder, texts, rounds):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(texts, file)
        file.flush()
        command = [str(ROOT / "qcpruner"), "bench", "anchors", "--json", "--prompts", file.name, "--rounds", str(rounds),
                   "--keyword-model", folder]
        result = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return [(result[f"{name}_ms"], result[f"{name}_cpu_ms"]) for name in ("first_load", "load", "keywords")]


def main():
    folder, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100
    texts = questions()
    python, java = python_side(folder, texts, rounds), java_side(folder, texts, rounds)
    print("| milliseconds, clock (processor) | KeyBERT + model2vec | QCPruner |\n|---|---|---|")
    for name, p, j in zip(("load, first in the process", "load, later", "keywords per prompt"), python, java):
        print(f"| {name} | {p[0]:.3f} ({p[1]:.3f}) | {j[0]:.3f} ({j[1]:.3f}) |")


if __name__ == "__main__":
    main()
