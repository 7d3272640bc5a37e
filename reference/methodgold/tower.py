"""Methods in the vision tower: VisionZip, PruneSID."""
import math
from types import SimpleNamespace

import numpy as np
import torch
import torch.nn.functional as F

from .source import between, define, method, origin, read
from .write import Draw, ExactPca, Golden, tensor

CASES = 22


def visionzip(folder):
    repo, path = "dvlab-research/VisionZip", "visionzip/clip_encoder.py"
    code = between(read(repo, path), "## Dominant Visual Tokens", "hidden_states_save = torch.cat")
    out = Golden(folder / "visionzip.txt", [
        f"statements from {origin(repo, path)}",
        "shape: patches, dominant (class row included), contextual; rows: the new tower rows"])
    for index in range(CASES):
        draw = Draw(4000 + index)
        patches = draw.whole(12, 40)
        contextual = draw.whole(1, 5)
        dominant = draw.whole(2, patches - contextual - 2)
        states, keys = draw.matrix(patches + 1, 4), draw.features(index, patches + 1, 4)
        attention = draw.distinct(1, patches)
        weights = torch.zeros(1, 1, patches + 1, patches + 1, dtype=torch.float64)
        weights[0, 0, 0, 1:] = tensor(attention[0])
        scope = {
            "torch": torch, "attn_weights": weights, "hidden_states": tensor(states)[None],
            "metric": tensor(keys)[None], "dominant_num": dominant - 1, "contextual_num": contextual,
            "images": torch.zeros(1, dtype=torch.float64)}
        exec(code, scope)
        out.case()
        out.ints("shape", [patches, dominant, contextual])
        out.matrix("attention", attention)
        out.matrix("keys", keys)
        out.matrix("states", states)
        out.floats("rows", scope["hidden_states_save"][0])
    out.save()


def visionzip_qwen(folder):
    repo, path = "jsilvcast/VisionZip", "Qwen2_5_VL/qwen2_5vl_visionzip.py"
    text = read(repo, path).replace("int(0.65 * attn_logits.size(0))", "DOMINANT")
    code = between(text, "topk_values, topk_indices = torch.topk(attn_logits, dominant_num)", "inputs_embeds = inputs_embeds[:, img_mask]")
    out = Golden(folder / "visionzip-qwen.txt", [
        f"statements from {origin(repo, path)}",
        "shape: rows, dominant, contextual (5 percent of the rows); rows: the new rows"])
    for index in range(CASES):
        draw = Draw(4500 + index)
        n = draw.whole(24, 60)
        contextual = max(int(0.05 * n), 1)
        dominant = draw.whole(2, n - contextual - 2)
        states, keys, score = draw.matrix(n, 3), draw.features(index, n, 3), draw.distinct(1, n)
        ids = torch.ones(1, n + 3, dtype=torch.long)
        ids[0, 2:2 + n] = 7
        embeds = torch.zeros(1, n + 3, 3, dtype=torch.float64)
        embeds[0, 2:2 + n] = tensor(states)
        scope = {
            "torch": torch, "attn_logits": tensor(score[0]), "attn_key": tensor(keys)[None], "input_ids": ids,
            "inputs_embeds": embeds, "self": SimpleNamespace(config=SimpleNamespace(image_token_id=7)),
            "dominant_num": dominant, "contextual_num": contextual,
            "position_ids": torch.zeros(3, 1, n + 3), "attention_mask": torch.ones(1, n + 3)}
        exec(code, scope)
        out.case()
        out.ints("shape", [n, dominant, contextual])
        out.matrix("score", score)
        out.matrix("keys", keys)
        out.matrix("states", states)
        out.floats("rows", scope["inputs_embeds"][0, 2:-1])
    out.save()


def prunesid(folder):
    repo, path = "ZhengyaoFang/PruneSID", "prunesid/prunesid_llava/clip_encoder.py"
    text = read(repo, path).replace("torch.float32", "torch.float64")
    scope = {"torch": torch, "F": F, "math": math, "np": np}
    define(text, {"batch_similarity_nms", "batch_pca"}, scope)
    forward = method(text, "CLIPVisionTower_PruneSID", "forward", scope)
    out = Golden(folder / "prunesid.txt", [
        f"functions from {origin(repo, path)}, in double precision",
        "randomised components replaced by exact ones; picks: patches in output order, class row left out"])
    index = 0
    while out.cases < CASES:
        index += 1
        draw = Draw(5000 + index)
        patches, budget, width = draw.whole(20, 36), 4 * draw.whole(2, 4), 8
        states, attention = draw.features(index, patches + 1, width), draw.distinct(1, patches)
        weights = torch.zeros(1, 1, patches + 1, patches + 1, dtype=torch.float64)
        weights[0, 0, 0, 1:] = tensor(attention[0])
        hidden = tensor(states)[None]
        result = SimpleNamespace(attentions=[weights, None], hidden_states=[hidden, None])
        tower = SimpleNamespace(
            vision_tower=lambda *a, **k: result, device="cpu", dtype=torch.float64, need_token_num=budget)
        with ExactPca():
            loadings, _ = scope["batch_pca"](hidden, min_components=budget // 4)
            if half_way(loadings[0], hidden[0, 1:]):
                continue  # components too close to tell apart
            _, indices = forward(tower, torch.zeros(1, 1, dtype=torch.float64))
        out.case()
        out.ints("shape", [patches, budget])
        out.matrix("attention", attention)
        out.matrix("states", states)
        out.ints("picks", (indices[0, 1:] - 1).tolist())
    out.save()


def half_way(loadings, features):
    """Whether groups hang on rounding: near-equal loadings or near-equal singular values."""
    top = torch.topk(loadings, min(2, loadings.shape[-1]), dim=-1).values
    a = torch.sigmoid(features.double()).T
    values = torch.linalg.svdvals(a - a.mean(0, keepdim=True))
    gaps = (values[:-1] - values[1:])[: loadings.shape[-1]] / values[0]
    near = (top[:, 0] - top[:, -1]).min() < 1e-4 if loadings.shape[-1] > 1 else False
    return bool(near) or float(gaps.min()) < 1e-4


def prunesid_qwen(folder):
    repo, path = "ZhengyaoFang/PruneSID", "prunesid/prunesid_qwen/modeling_qwen2_vl.py"
    text = read(repo, path).replace("torch.float32", "torch.float64")
    scope = {"torch": torch, "F": F, "math": math, "np": np}
    define(text, {"pca_group", "nms"}, scope)
    forward = method(text, "Qwen2VisionTransformerPretrainedModel_prunesid", "forward", scope)
    out = Golden(folder / "prunesid-qwen.txt", [
        f"functions from {origin(repo, path)}, in double precision",
        "randomised components replaced by exact ones; picks: rows in output order"])
    index = 0
    while out.cases < CASES:
        index += 1
        draw = Draw(5500 + index)
        n, budget, width = draw.whole(24, 44), draw.whole(16, 20), 10
        states = draw.features(index, n, width)
        tower = SimpleNamespace(
            patch_embed=lambda h: h, rot_pos_emb=lambda g: None, blocks=[], merger=lambda h: tensor(states),
            need_token_num=budget * 576 / n)
        with ExactPca():
            loadings, _ = scope["pca_group"](tensor(states), min_components=max(budget // 4, 4))
            if half_way(loadings, tensor(states)):
                continue
            _, picks = forward(tower, tensor(states), torch.tensor([[1, 2, 2]]))
        out.case()
        out.ints("shape", [n, budget])
        out.matrix("states", states)
        out.ints("picks", picks.tolist())
    out.save()
