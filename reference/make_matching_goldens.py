"""Token positions of keywords with the real Llama and Qwen2.5 vocabularies, for the tests of module core.

usage: make_matching_goldens.py VOCABULARIES KEYWORD_GOLDENS.json OUT.tsv

VOCABULARIES is filled by fetch_vocabularies.sh. One case a line, fields separated by tabs, in a field separated by
blanks: kind, text before the user's, user text, text after it, keywords, ids, pieces, source ranges (UTF-16),
labels (U user, T template), spans by word, LITERAL, SPACED, CASED (first-last), encodings (form:ids:other ids).
"""

import json
import random
import re
import sys
import unicodedata

import sentencepiece
from tokenizers import Tokenizer

PIECES = [  # the table of the specification on what literal matching loses
    ("a bus stops", "bus"), ("a Bus stops", "bus"), ("\nbus", "bus"), ('say "bus"', "bus"), ("BUS", "bus"), ("(bus)", "bus"),
    ("the (bus", "bus"), ("T-shirt", "shirt"), ("a carpet", "car"), ("the buses and the bus", "bus"), ("12 or 2012", "12"),
    ("公交车是红色", "公交车是红色"), ("a naïve café", "naïve café"), ("file_name_2023", "file_name_2023"), ("x 🙂 bus 🙂bus", "bus"),
    ("bus bus  bus\n\nbus", "bus"), ("car-bus/bus_stop bus's", "bus bus_stop car"),
]


class Llama:
    kind = "SENTENCE_PIECE"

    def __init__(self, folder):
        self.model = sentencepiece.SentencePieceProcessor(model_file=f"{folder}/llama-tokenizer.model")

    def encode(self, text):
        ids = self.model.encode(text)
        return ids, [self.model.id_to_piece(i) for i in ids]

    def ranges(self, text, pieces):
        """Which characters a piece spells, found by spelling the text again."""
        spelled, ranges = [None] + list(range(len(text))), []  # the blank in front has no source
        pending = b""
        for piece in pieces:
            byte = re.fullmatch(r"<0x(..)>", piece)
            if byte:
                ranges.append([spelled[0], spelled[0] + 1])
                pending += bytes.fromhex(byte.group(1))
                if len(pending) == len(text[spelled[0]].encode()):
                    spelled.pop(0)
                    pending = b""
            else:
                own = [spelled.pop(0) for _ in piece]
                own = [o for o in own if o is not None]
                ranges.append([own[0], own[-1] + 1] if own else [0, 0])
        assert not spelled, text
        return ranges

    def other(self, form):
        return self.encode("\n" + form)[0]

    def variants(self, form, spaced):
        return [self.encode(form)[0]] + ([self.other(form)[2:]] if spaced else [])


class Qwen:
    kind = "BYTE_LEVEL"

    def __init__(self, folder):
        self.model = Tokenizer.from_file(f"{folder}/qwen2.5-tokenizer.json")

    def encode(self, text):
        encoding = self.model.encode(text, add_special_tokens=False)
        return encoding.ids, encoding.tokens

    def ranges(self, text, pieces):
        return [list(o) for o in self.model.encode(text, add_special_tokens=False).offsets]

    def other(self, form):
        return self.encode(" " + form)[0]

    def variants(self, form, spaced):
        return [self.encode(form)[0]] + ([self.other(form)] if spaced else [])


def by_word(user, start, ranges, keywords):
    spans = []
    for match in re.finditer(r"(?u)\b\w\w+\b", user.lower()):
        if match.group() in keywords:
            s, e = match.start() + start, match.end() + start
            touched = [i for i, (a, b) in enumerate(ranges) if a < e and b > s]
            spans.append((touched[0], touched[-1]))
    return spans


def forms(word):
    return list(dict.fromkeys([word, word[:1].upper() + word[1:], word.upper()]))


def by_ids(tokenizer, ids, labels, keywords, spaced, cased):
    spans = set()
    for word in keywords:
        for form in forms(word) if cased else [word]:
            for variant in tokenizer.variants(form, spaced):
                for p in range(len(ids) - len(variant) + 1):
                    window = range(p, p + len(variant))
                    if variant and [ids[i] for i in window] == variant and all(labels[i] == "U" for i in window):
                        spans.add((p, p + len(variant) - 1))
    return sorted(spans)


def case(tokenizer, before, user, after, keywords):
    text = before + user + after
    ids, pieces = tokenizer.encode(text)
    ranges = tokenizer.ranges(text, pieces)
    start, end = len(before), len(before) + len(user)
    labels = ["U" if a < b and text[max(a, start):min(b, end)].strip() or start <= a < b <= end else "T" for a, b in ranges]
    utf16 = [0]
    for c in text:
        utf16.append(utf16[-1] + (2 if ord(c) > 0xFFFF else 1))
    show = lambda spans: " ".join(f"{a}-{b}" for a, b in spans)
    join = lambda numbers: ",".join(map(str, numbers))
    fields = [
        tokenizer.kind, before, user, after, " ".join(keywords), " ".join(map(str, ids)), " ".join(pieces),
        show((utf16[a], utf16[b]) for a, b in ranges), "".join(labels), show(by_word(user, start, ranges, keywords)),
        show(by_ids(tokenizer, ids, labels, keywords, False, False)),
        show(by_ids(tokenizer, ids, labels, keywords, True, False)),
        show(by_ids(tokenizer, ids, labels, keywords, True, True)),
        " ".join(f"{f}:{join(tokenizer.encode(f)[0])}:{join(tokenizer.other(f))}" for w in keywords for f in forms(w)),
    ]
    return "\t".join(f.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r") for f in fields)


def random_text(rng, tokenizer):
    words = []
    for _ in range(rng.randint(3, 14)):
        piece = tokenizer.model.id_to_piece(rng.randrange(300, 31000)) if tokenizer.kind == "SENTENCE_PIECE" \
            else tokenizer.model.decode([rng.randrange(300, 120000)])
        words.append(piece.replace("▁", "").replace("\ufffd", "").replace("\u0130", ""))
    text = "".join(w + rng.choice([" ", " ", " ", ", ", "-", "\n", " (", ") ", "."]) for w in words)
    return unicodedata.normalize("NFC", text)


def usable(text):
    # control characters of other kinds would need more escapes than they are worth here
    return text.isprintable() or all(c.isprintable() or c in "\n\t" for c in text)


def main():
    folder, goldens, out = sys.argv[1:]
    with open(goldens, encoding="utf-8") as file:
        keyword_cases = json.load(file)
    rng, lines = random.Random(7), []
    for tokenizer in (Llama(folder), Qwen(folder)):
        before, after = ("\n", " ASSISTANT:") if tokenizer.kind == "SENTENCE_PIECE" else ("", "")
        chosen = [(c["text"], [w for w, _ in c["keywords"]]) for c in keyword_cases[:60] + keyword_cases[-45:]]
        chosen += [(text, words.split()) for text, words in PIECES]
        for _ in range(60):
            text = random_text(rng, tokenizer)
            words = sorted(set(re.findall(r"(?u)\b\w\w+\b", text.lower())))
            chosen.append((text, rng.sample(words, min(6, len(words)))))
        for i, (text, words) in enumerate(chosen):
            text = unicodedata.normalize("NFC", text)
            if not text or len(text) > 1500 or len(text.lower()) != len(text) or not usable(text) or "\u2581" in text:
                continue
            lines.append(case(tokenizer, before if i % 3 else "", text, after, words))
    with open(out, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    print(len(lines), "cases")


if __name__ == "__main__":
    main()
