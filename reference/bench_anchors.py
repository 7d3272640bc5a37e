"""KeyBERT over model2vec and `qcpruner bench anchors` on the same prompts, table and machine, in one run.

usage: bench_anchors.py MODEL2VEC_FOLDER [ROUNDS]      (run from anywhere; starts ./qcpruner of this checkout)

The folder of the embedded table is model/src/main/resources/io/qcpruner/model/keyword/static-minilm.
Both sides are warmed up; numbers are medians over rounds, in milliseconds, one thread.
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
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1e3


def python_side(folder, texts, rounds):
    first = milliseconds(lambda: StaticModel.from_pretrained(folder))
    later = statistics.median(milliseconds(lambda: StaticModel.from_pretrained(folder)) for _ in range(9))
    extractor = KeyBERT(StaticModel.from_pretrained(folder))

    def one_round():
        for text in texts:
            extractor.extract_keywords(text, keyphrase_ngram_range=(1, 1), stop_words="english", top_n=6)

    one_round()
    return first, later, statistics.median(milliseconds(one_round) / len(texts) for _ in range(rounds))


def java_side(folder, texts, rounds):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(texts, file)
        file.flush()
        command = [str(ROOT / "qcpruner"), "bench", "anchors", "--json", "--prompts", file.name, "--rounds", str(rounds),
                   "--keyword-model", folder]
        result = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return result["first_load_ms"], result["load_ms"], result["keywords_ms"]


def main():
    folder, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100
    texts = questions()
    python, java = python_side(folder, texts, rounds), java_side(folder, texts, rounds)
    print("| milliseconds | KeyBERT + model2vec | QCPruner | ratio |\n|---|---|---|---|")
    for name, p, j in zip(("load, first", "load, later", "keywords per prompt"), python, java):
        print(f"| {name} | {p:.3f} | {j:.3f} | {p / j:.1f} |")


if __name__ == "__main__":
    main()
