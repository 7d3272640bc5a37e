"""Keywords of KeyBERT over a model2vec folder, for the tests of module model.

usage: make_anchor_goldens.py SHIPPED_FOLDER FLOAT_FOLDER OUT.json

SHIPPED_FOLDER is the folder inside the jar, FLOAT_FOLDER the same table in float32 (Distill minilm f32 256).
The goldens come from the shipped table with its numbers widened to float32: with float16 numbers the package also
rounds every mean to float16, which moves scores by up to 1e-4 and swaps near ties. Both are counted and printed, as is
the difference to the float32 table.
Packages: keybert 0.9.0, model2vec 0.8.1, scikit-learn 1.9.
"""

import json
import sys

import numpy as np
from keybert import KeyBERT
from model2vec import StaticModel

from anchor_prompts import prompts


def keywords(kw, text, top_n=6):
    # the settings of the paper: single words, English stop words, six at most, no diversity
    return kw.extract_keywords(text, keyphrase_ngram_range=(1, 1), stop_words="english", top_n=top_n)


def compare(name, got, want):
    """How often words or order differ, and the largest distance of two scores of the same word."""
    other_words = [t for t in want if sorted(w for w, _ in got[t]) != sorted(w for w, _ in want[t])]
    other_order = [t for t in want if t not in other_words and [w for w, _ in got[t]] != [w for w, _ in want[t]]]
    gaps = [abs(s - dict(want[t])[w]) for t in want for w, s in got[t] if w in dict(want[t])]
    print(f"{name}: of {len(want)} prompts {len(other_words)} with other words, {len(other_order)} in another order, "
          f"largest distance of scores {max(gaps):.4f}, root mean square {np.sqrt(np.mean(np.square(gaps))):.5f}")


def main():
    shipped_folder, float_folder, out = sys.argv[1:]
    shipped = StaticModel.from_pretrained(shipped_folder)
    exact = StaticModel.from_pretrained(float_folder)
    texts = prompts()
    as_is = {t: keywords(KeyBERT(shipped), t) for t in texts}
    want = {t: keywords(KeyBERT(exact), t) for t in texts}
    shipped.embedding = shipped.embedding.astype(np.float32)
    got = {t: keywords(KeyBERT(shipped), t) for t in texts}
    compare("shipped table, as it is, against float32 table", as_is, want)
    compare("shipped table, widened, against float32 table", got, want)
    cases = [{"text": t, "keywords": [[w, round(float(s), 4)] for w, s in got[t]]} for t in texts]
    with open(out, "w", encoding="utf-8") as file:
        file.write("[\n" + ",\n".join(json.dumps(c, ensure_ascii=False) for c in cases) + "\n]\n")


if __name__ == "__main__":
    main()
