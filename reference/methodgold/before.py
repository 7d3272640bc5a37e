"""Selection before the decoder: DivPrune, CDPruner, MMTok."""
import re
import sys
from types import ModuleType, SimpleNamespace

import numpy as np
import torch
import torch.nn.functional as F

from .source import define, method, origin, read
from .write import Draw, Golden, tensor

CASES = 22

QUESTIONS = [
    "What color is the bus on the left?\nAnswer the question using a single word or phrase.",
    "What is it?", "Is there a dog in the image?", "How many people are there?",
    "Which one is it?\nA. a cat\nB. a dog\nAnswer with the option's letter from the given choices directly.",
    "Where was the photo taken from?", "Describe the scene in detail.", "who", "the The THE",
    "Read the text: \"EXIT-12\"!", "What's the man's name?", "Is the sky blue or grey?",
    "What does the sign at the corner say?\nReference OCR token: STOP, 4th, st.",
    "Was ist das f\u00fcr ein Geb\u00e4ude?", "\u56fe\u4e2d\u6709\u4ec0\u4e48\uff1f",
    "under_score and 3.14 numbers", "Answer the question using a single word or phrase.",
    "Can you see any cars, trucks, or buses?", "If so, then why?", "How is the weather today in this picture?",
    "Which animal is bigger: elephant or mouse?", "tab\tseparated words", "Upon the table with plates by the window",
]


def divprune(folder):
    repo, path = "vbdi/divprune", "LLaVA/llava/model/llava_arch.py"
    text = read(repo, path)
    scope = {"torch": torch}
    cosine = method(text, "LlavaMetaForCausalLM", "pairwise_cosine_similarity", scope)
    choose = method(text, "LlavaMetaForCausalLM", "DivPrune", scope)
    this = SimpleNamespace(pairwise_cosine_similarity=lambda m: cosine(None, m))
    out = Golden(folder / "divprune.txt", [f"methods from {origin(repo, path)}", "order: picks in order"])
    for index in range(CASES):
        draw = Draw(6000 + index)
        n = draw.whole(10, 40)
        k = draw.whole(2, n - 1)
        states = draw.features(index, n, 6)
        order, _ = choose(this, tensor(states), n, None, k / n)
        out.case()
        out.ints("shape", [n, k])
        out.matrix("states", states)
        out.ints("order", order)
    out.save()


def cdpruner(folder):
    repo, path = "Theia-4869/CDPruner", "llava/model/llava_arch.py"
    encode = method(read(repo, path).replace(".float()", ".double()"), "LlavaMetaForCausalLM", "encode_images",
                    {"torch": torch})
    out = Golden(folder / "cdpruner.txt", [
        f"method from {origin(repo, path)}, in double precision; projector is the identity",
        "shape: tiles, patches, picks of each tile; kept: patches of all tiles, numbered tile by tile"])
    for index in range(CASES):
        draw = Draw(7000 + index)
        tiles, n, width = 1 + 2 * (index % 2), draw.whole(8, 20), 10
        k = draw.whole(1, min(n, width) - 2)
        features, embeds = draw.matrix(tiles * n, width), draw.matrix(tiles * n, 4)
        text = draw.matrix(draw.whole(1, 3), 4)
        tower = lambda images, texts=None: (
            tensor(features).reshape(tiles, n, width), tensor(embeds).reshape(tiles, n, 4), tensor(text))
        model = SimpleNamespace(get_vision_tower=lambda: tower, mm_projector=lambda x: x)
        zeros = torch.zeros
        torch.zeros = lambda *a, **kw: zeros(*a, **{"dtype": torch.float64, **kw})
        try:
            _, masks = encode(SimpleNamespace(get_model=lambda: model, visual_token_num=k), None)
        finally:
            torch.zeros = zeros
        out.case()
        out.ints("shape", [tiles, n, k])
        out.matrix("projected", features)
        out.matrix("image", embeds)
        out.matrix("text", text)
        out.ints("kept", torch.nonzero(masks.reshape(-1))[:, 0])
    out.save()


def mmtok_scope():
    quiet = ModuleType("loguru")
    quiet.logger = SimpleNamespace(info=lambda *a: None)
    sys.modules["loguru"] = quiet


def mmtok(folder):
    mmtok_scope()
    import os
    from typing import List, Optional, Tuple
    repo, path = "Ironieser/MMTok", "mmtok/core/semantic_selector.py"
    text = read(repo, path).replace("torch.float32", "torch.float64").replace(".float()", ".double()")
    scope = {"torch": torch, "F": F, "os": os, "List": List, "Optional": Optional, "Tuple": Tuple}
    os.environ["MMTok_JIT_N_THRESHOLD"] = os.environ["MMTok_JIT_K_MAX_THRESHOLD"] = "100000"
    define(text, {"SemanticTokenSelector"}, scope)
    out = Golden(folder / "mmtok.txt", [
        f"class from {origin(repo, path)}, in double precision",
        "shape: patches, picks, 1 for the temperature of Qwen2.5-VL (else LLaVA)"])
    for index in range(CASES):
        draw = Draw(8000 + index)
        n, width = draw.whole(10, 32), 4
        k, qwen = draw.whole(1, n - 2), index % 3 == 2
        projected, tower = draw.features(index, n, width), draw.features(index + 1, n, width)
        words = draw.matrix(draw.whole(1, 4), width)
        chosen, _ = scope["SemanticTokenSelector"](k, 0.5).mm_coverage_selection(
            tensor(words), tensor(projected), tensor(tower), 0.01 if qwen else 0.02, 0.2, None)
        out.case()
        out.ints("shape", [n, k, int(qwen)])
        out.matrix("projected", projected)
        out.matrix("tower", tower)
        out.matrix("words", words)
        out.ints("kept", chosen)
    out.save()


def mmtok_words(folder):
    mmtok_scope()
    from typing import Optional
    repo, path = "Ironieser/MMTok", "mmtok/core/text_processor.py"
    scope = {"re": re, "torch": torch, "Optional": Optional, "eval_logger": sys.modules["loguru"].logger}
    define(read(repo, path),
           {"NON_VISUAL_WORDS", "WORD_REGEX", "PROMPT_1", "PROMPT_2", "VQATextProcessor"}, scope)
    extract = scope["VQATextProcessor"]().extract_keywords_simple
    out = Golden(folder / "mmtok-words.txt", [f"class from {origin(repo, path)}"])
    for question in QUESTIONS:
        out.case()
        out.text("question", question)
        out.text("words", " ".join(extract(question).split()))
    out.save()
