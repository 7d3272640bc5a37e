"""Keywords of KeyBERT over a model2vec folder, for the tests of module model.

usage: make_anchor_goldens.py EMBEDDED_FOLDER FLOAT_FOLDER OUT.json

EMBEDDED_FOLDER is the folder that is shipped, FLOAT_FOLDER the same table in float32 (Distill minilm f32 256).
Prints how many prompts have other keywords with the shipped table than with the float one.
Packages: keybert 0.9.0, model2vec 0.8.1, scikit-learn 1.9.
"""

import json
import sys

from keybert import KeyBERT
from model2vec import StaticModel

from anchor_prompts import prompts


def keywords(kw, text, top_n=6):
    # the settings of the paper: single words, English stop words, six at most, no diversity
    return kw.extract_keywords(text, keyphrase_ngram_range=(1, 1), stop_words="english", top_n=top_n)


def main():
    embedded_folder, float_folder, out = sys.argv[1:]
    embedded = StaticModel.from_pretrained(embedded_folder)
    exact = StaticModel.from_pretrained(float_folder)
    kw_embedded, kw_exact = KeyBERT(embedded), KeyBERT(exact)
    cases, other_words, other_order, gap = [], [], [], 0.0
    for text in prompts():
        got, want = keywords(kw_embedded, text), keywords(kw_exact, text)
        words, exact_words = [w for w, _ in got], [w for w, _ in want]
        gap = max([gap] + [abs(s - dict(want)[w]) for w, s in got if w in dict(want)])
        if sorted(words) != sorted(exact_words):
            other_words.append((text[:70], words, want))
        elif words != exact_words:
            other_order.append((text[:70], got, want))
        cases.append({"text": text, "keywords": [[w, round(float(s), 4)] for w, s in got]})
    print(f"{len(cases)} prompts; other words {len(other_words)}, other order {len(other_order)}, largest score gap {gap:.4f}")
    for row in other_words + other_order:
        print("  ", *row)
    with open(out, "w", encoding="utf-8") as file:
        file.write("[\n" + ",\n".join(json.dumps(c, ensure_ascii=False) for c in cases) + "\n]\n")


if __name__ == "__main__":
    main()
