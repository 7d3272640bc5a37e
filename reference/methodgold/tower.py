"""Methods in the vision tower: VisionZip, PruneSID, ToMe, MustDrop's merge."""
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


def tome(folder):
    repo, path = "facebookresearch/ToMe", "tome/merge.py"
    text = read(repo, path)
    old = "node_max.argsort(dim=-1, descending=True)"
    assert old in text
    text = text.replace(old, "node_max.round(decimals=9).argsort(dim=-1, descending=True, stable=True)")
    scope = {"torch": torch, "math": math, "Tuple": tuple, "Callable": object}
    scope.update(__import__("typing").__dict__)
    define(text, {"do_nothing", "bipartite_soft_matching", "merge_wavg"}, scope)
    out = Golden(folder / "tome.txt", [
        f"bipartite_soft_matching and merge_wavg of {origin(repo, path)}, the sort made stable",
        "shape: rows, merged ones, class row; sizes: of the rows; merged: the new rows; counts: their sizes"])
    index = -1
    while out.cases < CASES + 4:
        index += 1
        draw = Draw(12000 + index)
        n, class_row = draw.whole(5, 40), out.cases % 2
        r = {0: 1, 1: (n - class_row) // 2}.get(out.cases % 6, draw.whole(1, (n - class_row) // 2))
        metric, x = draw.features(index, n, 5), draw.matrix(n, 3)
        if out.cases % 3 == 2:
            metric[2:n // 2] = metric[n // 2 + 2:2 * (n // 2)]
        sizes = draw.random.randint(1, 5, size=(n, 1))
        unit = metric / np.linalg.norm(metric, axis=1, keepdims=True)
        scores = np.sort(unit[::2] @ unit[1::2].T, axis=1)
        best = np.sort(scores[class_row:, -1])[::-1]
        near = (scores[:, -1] - scores[:, -2])[class_row:] if scores.shape[1] > 1 else np.ones(1)
        if not np.isfinite(unit).all() or near.min() < 1e-5 or (r < len(best) and best[r - 1] - best[r] < 1e-5) or (
                not class_row and (-np.diff(best) < 1e-5).any()):
            continue  # nearly equal: precision would decide
        merge, _ = scope["bipartite_soft_matching"](tensor(metric)[None], r, class_token=bool(class_row))
        rows, counts = scope["merge_wavg"](merge, tensor(x)[None], tensor(sizes)[None])
        out.case()
        out.ints("shape", [n, r, class_row])
        out.ints("sizes", sizes.ravel())
        out.matrix("metric", metric)
        out.matrix("x", x)
        out.floats("merged", rows[0])
        out.ints("counts", counts[0].ravel().tolist())
    out.save()


def rearrange(x, pattern, **sizes):
    """The rearrangements that conditional_pooling asks einops for."""
    if pattern == "b (h w) c -> b c h w":
        return x.unflatten(1, (sizes["h"], -1)).permute(0, 3, 1, 2)
    if pattern == "b c (gh ps_h) (gw ps_w) -> b gh gw c ps_h ps_w":
        return x.unflatten(3, (sizes["gw"], -1)).unflatten(2, (sizes["gh"], -1)).permute(0, 2, 4, 1, 3, 5)
    assert pattern == "b c h w-> b (c h w)", pattern
    return x.flatten(1)


def mustdrop_merge(folder):
    repo, path = "liuting20/MustDrop", "llava/model/multimodal_encoder/local_merge.py"
    text = read(repo, path)
    for old, new in [(".cuda(sims.device)", ""), ("similarity_map.topk(r,dim=-1)", "top(similarity_map, r)")]:
        assert old in text, old
        text = text.replace(old, new)
    scope = {"torch": torch, "math": math, "F": F, "np": np, "rearrange": rearrange}
    scope.update(__import__("typing").__dict__)

    def top(values, r):
        """Equal windows: the first one goes first."""
        order = torch.sort(values.round(decimals=9), dim=-1, descending=True, stable=True)
        return order.values[:, :r], order.indices[:, :r]

    scope["top"] = top
    define(text, {"conditional_pooling", "merge_wavg"}, scope)
    out = Golden(folder / "mustdrop-merge.txt", [
        f"conditional_pooling and merge_wavg of {origin(repo, path)}, in double precision, equal windows in order",
        "shape: views, side of the grid in patches; threshold in 1/64; rows: the class row and patches of each view; merged: the new rows"])
    index = -1
    while out.cases < CASES + 2:
        index += 1
        draw = Draw(12500 + index)
        views, side = (draw.whole(2, 3) if out.cases % 4 == 3 else 1), 3 * draw.whole(1, 4)
        threshold = draw.whole(10, 60)
        rows = draw.matrix(views * (side * side + 1), 4).reshape(views, -1, 4)
        for view in rows:  # some windows look alike, to different degrees
            for w in range((side // 3) ** 2):
                if draw.whole(0, 2):
                    top_row, left = w // (side // 3) * 3, w % (side // 3) * 3
                    own = [1 + (top_row + i // 3) * side + left + i % 3 for i in range(9)]
                    view[own] = np.rint((view[own[0]] + view[own] / draw.whole(2, 12)) * 64) / 64
                    if out.cases % 3 == 2 and w:
                        view[own] = view[[1 + i // 3 * side + i % 3 for i in range(9)]]
        sims = alike(rows[:, 1:], side)
        gaps = np.diff(np.sort(sims, axis=1), axis=1)
        if np.abs(sims - threshold / 64).min() < 1e-5 or ((gaps > 1e-12) & (gaps < 1e-5)).any():
            continue  # nearly equal: precision would decide
        merge = scope["conditional_pooling"](tensor(rows), threshold / 64, (3, 3))
        made, _ = scope["merge_wavg"](merge, tensor(rows), None)
        out.case()
        out.ints("shape", [views, side])
        out.ints("threshold", [threshold])
        out.matrix("rows", rows.reshape(-1, 4))
        out.floats("merged", made.reshape(-1, 4).numpy())
    out.save()


def alike(patches, side):
    unit = patches / np.linalg.norm(patches, axis=-1, keepdims=True)
    windows = unit.reshape(len(patches), side // 3, 3, side // 3, 3, -1).transpose(0, 1, 3, 2, 4, 5)
    flat = windows.reshape(len(patches), (side // 3) ** 2, 9, -1)
    cosine = flat @ flat.transpose(0, 1, 3, 2)
    return (cosine.sum((2, 3)) - np.trace(cosine, axis1=2, axis2=3)) / 72
