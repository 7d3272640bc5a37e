"""Methods for pictures: FasterVLM, VisPruner, HiPrune, PyramidDrop, PruMerge, VScan."""
import math
from types import SimpleNamespace

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from .clips import LowestIndex
from .source import between, define, method, origin, read
from .write import Draw, Golden, tensor

CASES = 24
ARCH = "llava/model/llava_arch.py"


class Model:
    """The parts of the published model that encode_images touches, in double precision."""

    def __init__(self, features, attentions, **settings):
        self.features, self.attentions = features, attentions
        self.config = SimpleNamespace(mm_vision_select_layer=-1)
        self.__dict__.update({f"get_{name}": (lambda value=value: value) for name, value in settings.items()})

    def get_model(self):
        return self

    def get_vision_tower(self):
        return lambda images, **options: (self.features, self.attentions)

    def mm_projector(self, features):
        return features


def copies(index, draw, values):
    """In every third case half of the rows are copies of others."""
    if index % 3 == 2:
        for row in range(1, len(values), 2):
            values[row] = values[draw.whole(0, row - 1)]
    return values


def sizes(index, draw):
    """Views, patches and budget; K = 1 and K = N - 1 among them."""
    views, patches = (draw.whole(3, 5) if index % 4 == 3 else 1), draw.whole(5, 41)
    budget = {0: 1, 1: patches - 1}.get(index % 6, draw.whole(2, patches - 1))
    return views, patches, budget


def fastervlm(folder):
    repo = "Theia-4869/FasterVLM"
    encode = method(read(repo, ARCH), "LlavaMetaForCausalLM", "encode_images", {"torch": torch})
    out = Golden(folder / "fastervlm.txt", [
        f"encode_images of {origin(repo, ARCH)}, ties to the lower index",
        "shape: views, patches, budget of a view; attention: views x (heads and patches); kept: patches of all views"])
    for index in range(CASES):
        draw = Draw(7000 + index)
        views, patches, budget = sizes(index, draw)
        heads = np.stack([draw.distinct(2, patches) for _ in range(views)])
        heads[:, 1] = heads[:, 0][:, ::-1] / 128  # ranks stay without ties
        heads[:, 0] = np.stack([draw.distinct(1, patches)[0] for _ in range(views)])
        if index % 3 == 2:
            heads[:, :, patches // 2:] = heads[:, :, :patches - patches // 2]  # seen alike: the lower index stays
        model = Model(torch.zeros(views, patches, 1, dtype=torch.float64), tensor(heads), visual_token_num=budget)
        with LowestIndex():
            _, masks, mean = encode(model, None)
        out.case()
        out.ints("shape", [views, patches, budget])
        out.floats("attention", mean.numpy())
        out.ints("kept", torch.where(masks.flatten())[0].tolist())
    out.save()


def vispruner(folder):
    repo = "Theia-4869/VisPruner"
    text = read(repo, ARCH)
    for old, new in [
            ("argsort(dim=-1, descending=True)", "argsort(dim=-1, descending=True, stable=True)"),
            ("scores = scores.max(dim=-1).values", "scores = look(scores.max(dim=-1).values)"),
            ("r = min(8, R - diverse_token_num)", "r = min(8, R - diverse_token_num, (R + 1) // 2)"),
            ("R // 2 - r), distinct", "(R + 1) // 2 - r), distinct")]:
        assert old in text, old
        text = text.replace(old, new)
    near = []

    def look(scores):
        """Equal scores stay equal; a case with nearly equal ones is left out."""
        scores = scores.round(decimals=10)
        gaps = torch.sort(scores, dim=-1).values.diff(dim=-1)
        near.append(bool(((gaps > 0) & (gaps < 1e-5)).any()))
        return scores

    encode = method(text, "LlavaMetaForCausalLM", "encode_images", {"torch": torch, "look": look})
    out = Golden(folder / "vispruner.txt", [
        f"encode_images of {origin(repo, ARCH)}, sorts made stable",
        "odd lists and rounds that drop more than half, where the published code fails: half is rounded up, drops end there",
        "shape: views, patches, budget of a view, important ones; kept: patches of all views"])
    index = -1
    while out.cases < CASES:
        index += 1
        draw = Draw(7500 + index)
        views, patches, budget = sizes(out.cases, draw)
        ratio = draw.whole(0, 8) / 8
        states = np.stack([copies(out.cases, draw, draw.features(index, patches, 6)) for _ in range(views)])
        attention = np.stack([draw.distinct(1, patches)[0] for _ in range(views)])
        model = Model(
            tensor(states), tensor(attention)[:, None], visual_token_num=budget, important_ratio=ratio)
        near.clear()
        _, masks = encode(model, None)
        if any(near) or (np.linalg.norm(states, axis=-1) == 0).any():
            continue
        out.case()
        out.ints("shape", [views, patches, budget, int(ratio * 8)])
        out.matrix("attention", attention)
        out.matrix("states", states.reshape(-1, 6))
        out.ints("kept", torch.where(masks.flatten())[0].tolist())
    out.save()


def scope(folder):
    repo, path = "kinredon/SCOPE", "scope/clip_encoder.py"
    greedy = define(read(repo, path), {"SCOPE"}, {"torch": torch, "os": SimpleNamespace(environ=POWER)})["SCOPE"]
    out = Golden(folder / "scope.txt", [
        f"function SCOPE of {origin(repo, path)}, in double precision",
        "shape: views, patches, budget of a view, exponent of the attention in 1/4; picks: patches of all views in pick order"])
    index = -1
    while out.cases < CASES:
        index += 1
        draw = Draw(9700 + index)
        views, patches, budget = sizes(out.cases, draw)
        power = draw.whole(0, 8)
        POWER["ALPHA"] = str(power / 4)
        states = np.stack([copies(out.cases, draw, draw.features(index, patches, 6)) for _ in range(views)])
        attention = np.stack([draw.distinct(1, patches)[0] for _ in range(views)])
        if (np.linalg.norm(states, axis=-1) == 0).any() or near_equal(states, attention ** (power / 4), budget):
            continue
        picks, _ = greedy(tensor(states), budget, tensor(attention))
        out.case()
        out.ints("shape", [views, patches, budget, power])
        out.matrix("attention", attention)
        out.matrix("states", states.reshape(-1, 6))
        out.ints("picks", (picks.numpy() + patches * np.arange(views)[:, None]).ravel())
    out.save()


POWER = {}


def near_equal(states, weights, budget):
    """Whether the best two products of a step are nearly equal in a view: precision would decide."""
    for view, weight in zip(states, weights):
        unit = view / np.linalg.norm(view, axis=-1, keepdims=True)
        cosine, cover, left = unit @ unit.T, np.zeros(len(view)), np.ones(len(view), bool)
        for _ in range(budget):
            gains = np.where(left, np.maximum(0, cosine - cover[:, None]).sum(0) * weight, -1)
            first, second = np.sort(gains)[::-1][:2]
            if first - second < 1e-4 * max(first, 1e-3):
                return True
            best = gains.argmax()
            left[best], cover = False, np.maximum(cover, cosine[best])
    return False


def hiprune(folder):
    repo, path = "Danielement321/HiPrune", "LLaVA/llava/model/llava_arch.py"
    text = read(repo, path).replace(".cuda()", "").replace("575", "(N - 1)")
    text = text.replace("indices - 24", "indices - WIDTH").replace("indices + 24", "indices + WIDTH")
    mean = "attention.mean(dim=1).mean(dim=1)[:, 1:]"
    assert text.count(mean) == 2
    text = text.replace(mean, mean + ".round(decimals=12)")  # means of equal numbers stay equal
    out = Golden(folder / "hiprune.txt", [
        f"encode_images of {origin(repo, path)}, grids of any size, ties to the lower index",
        "shape: views, grid rows, grid columns, budget, alpha in 1/20; kept: patches of all views"])
    index = -1
    while out.cases < CASES:
        index += 1
        draw = Draw(7800 + index)
        rows, cols, views = draw.whole(3, 9), draw.whole(3, 8), (3 if out.cases % 4 == 3 else 1)
        n = rows * cols
        budget = views * {0: 1, 1: n - 1}.get(out.cases % 6, draw.whole(2, n - 1)) + (draw.whole(0, views - 1))
        alpha = draw.whole(1, 20)
        levels = [np.stack([draw.distinct(1, n)[0] for _ in range(views)]) / 8 for _ in range(2)]  # below 1
        levels = [level / (level.max() * 1.5) for level in levels]
        if index % 3 == 2:
            for level in levels:
                level[:, n // 2:] = level[:, :n - n // 2]  # seen alike: the lower index comes first
        # one head; every query row gives the same
        attention = [torch.cat([torch.zeros(views, 1), tensor(x)], dim=1)[:, None, None].expand(-1, 1, n + 1, -1).clone()
                     for x in levels]
        settings = {"HIPRUNE_RETENTION": str(budget), "HIPRUNE_OBJECT_LAYER": "1", "HIPRUNE_ALPHA": str(alpha / 20)}
        encode = method(text, "LlavaMetaForCausalLM", "encode_images", {
            "torch": torch, "os": SimpleNamespace(environ=settings), "WIDTH": cols})
        model = Model(torch.zeros(views, n, 1), attention)
        try:
            with LowestIndex():
                _, masks = encode(model, None)
        except RuntimeError:
            continue  # more anchors and neighbours than the budget: the published code fails
        out.case()
        out.ints("shape", [views, rows, cols, budget, alpha])
        out.floats("object", levels[0])
        out.floats("deep", levels[1])
        out.ints("kept", torch.where(masks.flatten())[0].tolist())
    out.save()


def pyramiddrop(folder):
    repo, path = "Cooperx521/PyramidDrop", "llava/model/modeling_llama_pdrop.py"
    code = between(read(repo, path), "attn_weights = torch.matmul(text_query_states", "top_rank_index= top_rank_index.sort()")
    out = Golden(folder / "pyramiddrop.txt", [
        f"statements of pdrop_rank_drop, {origin(repo, path)}",
        "shape: prefix, patches before any step, suffix, step, lambda in 1/16; row: attention of the last row on the",
        "candidates, as the published statements compute it; kept: sequence rows"])
    for index in range(CASES):
        draw = Draw(8000 + index)
        prefix, n, suffix, step, part = draw.whole(0, 4), draw.whole(9, 45), draw.whole(1, 5), draw.whole(0, 2), draw.whole(5, 15)
        if index % 6 == 0:
            step, part = 0, 1 + 16 // n  # one patch is left
        ratios = [1.0] + [(part / 16) ** (j + 1) for j in range(3)]
        tokens, keep = int(n * ratios[step]), int(n * ratios[step + 1])
        keep = max(keep, 1)
        size = prefix + tokens + suffix
        keys = copies(index, draw, draw.features(index, size, 8)).reshape(size, 2, 4).transpose(1, 0, 2)
        query = draw.matrix(2, 4)[:, None]
        scope = {
            "torch": torch, "nn": nn, "math": math, "head_dim": 4, "cur_key_states": tensor(keys),
            "query_states": tensor(query), "text_query_states": tensor(query), "i": 0, "image_index": prefix,
            "text_eager_attention_mask": torch.zeros(1, 1, 1, dtype=torch.float64), "image_tokens": [tokens],
            "keep_length": [keep], "self": SimpleNamespace(training=False)}
        ranked = None
        exec(code, scope)
        ranked = np.sort(scope["attention_avg_text"].numpy())[::-1]
        row = scope["attention_avg_text"].numpy()
        if keep < tokens and ranked[keep - 1] - ranked[keep] < 1e-9:
            # equal scores at the border: the lower index goes on
            order = sorted(range(tokens), key=lambda i: (-round(row[i], 9), i))[:keep]
            kept = sorted(prefix + i for i in order)
        else:
            kept = scope["top_rank_index"].tolist()
        out.case()
        out.ints("shape", [prefix, n, suffix, step, part])
        out.floats("row", np.round(row, 9))
        out.ints("kept", kept)
    out.save()


class Hooks:
    """A linear layer of the published tower: hands its recorded output to the hook."""

    def __init__(self, value):
        self.value = value

    def register_forward_hook(self, hook):
        hook(self, None, self.value)
        return SimpleNamespace(remove=lambda: None)


def prumerge(folder, plus):
    repo, path = "42Shawn/LLaVA-PruMerge", "llava/model/multimodal_encoder/clip_encoder.py"
    text = read(repo, path).replace("k=int(32)", "k=min(NEIGHBOURS, rest_Keys.shape[1])").replace("575", "(N - 1)")
    scope = {"torch": torch, "F": F, "np": np}
    define(text, {"complement_idx", "outputs", "hook_k", "hook_q", "outlier_dectection"}, scope)
    name = "token_prune_merge_advanced" + ("_plus" if plus else "")
    merge = method(text, "CLIPVisionTower", name, scope)
    select = method(text, "CLIPVisionTower", "feature_select", scope)
    out = Golden(folder / ("prumerge-plus.txt" if plus else "prumerge.txt"), [
        f"{name} of {origin(repo, path)}, any number of patches and neighbours",
        "pictures without an outlier or with more than a third of them, where the published code fails, are left out",
        "shape: patches, neighbours; rows: the new tower rows in the order of the code"])
    index = -1
    while out.cases < CASES:
        index += 1
        draw = Draw((8600 if plus else 8300) + index)
        n, neighbours = draw.whole(9, 45), draw.whole(2, 6)
        states, keys, query = draw.matrix(n + 1, 6), draw.features(index, n + 1, 6), draw.matrix(1, 6)
        if index % 3 == 2:
            keys, states = np.split(copies(index, draw, np.hstack([keys, states])), 2, axis=1)
        queries = torch.zeros(1, n + 1, 6, dtype=torch.float64)
        queries[0, 0] = tensor(query[0])
        layers = {23: SimpleNamespace(self_attn=SimpleNamespace(
            k_proj=Hooks(tensor(keys)[None]), q_proj=Hooks(queries)))}

        class Tower(SimpleNamespace):
            def __call__(self, images, **options):
                return SimpleNamespace(hidden_states=[tensor(states)[None]])

        tower = SimpleNamespace(
            vision_tower=Tower(vision_model=SimpleNamespace(encoder=SimpleNamespace(layers=layers))),
            device="cpu", dtype=torch.float64, select_layer=-1, select_feature="patch")
        tower.feature_select = lambda outs: select(tower, outs)
        scope["NEIGHBOURS"] = neighbours
        attention = torch.softmax(tensor(query) @ tensor(keys).T / 6 ** 0.5, dim=-1)[0, 1:].numpy()
        q1, q3 = np.percentile(attention, 25), np.percentile(attention, 75)
        bound = q3 + 1.5 * (q3 - q1)
        outliers = int((attention > bound).sum())
        if outliers == 0 or 3 * outliers > n or np.abs(attention - bound).min() < 1e-5 * bound:
            continue
        rows = merge(tower, torch.zeros(1, 1, dtype=torch.float64))
        out.case()
        out.ints("shape", [n, neighbours])
        out.matrix("query", query)
        out.matrix("keys", keys)
        out.matrix("states", states)
        out.floats("rows", rows[0])
    out.save()


def vscan(folder):
    repo, path = "Tencent/SelfEvolvingAgent", "VScan/llava/model/llava_arch.py"
    text = read(repo, path).replace("24 * 24", "SIDE * SIDE").replace("H = W = 24", "H = W = SIDE")
    text = text.replace("visual_token_num == 576", "visual_token_num == SIDE * SIDE")
    short = "k=visual_token_num -int(visual_token_num * local_ratio)"
    assert short in text
    text = text.replace(short, "k=visual_token_num - local_indices.shape[1]")
    text = text.replace("torch.tensor(token_indices, device", "torch.tensor(token_indices, dtype=torch.long, device")
    scope = {"torch": torch, "F": F, "SIDE": 12}
    encode = method(text, "LlavaMetaForCausalLM", "encode_images", scope)
    out = Golden(folder / "vscan.txt", [
        f"encode_images of {origin(repo, path)}, a grid of 12 x 12; what windows leave over goes to the global patches",
        "shape: views, budget of a view (an average: 1.5 times as many rows leave the tower); rows: the new rows"])
    for index in range(CASES):
        draw = Draw(8900 + index)
        views, n = (3 if index % 4 == 3 else 1), 144
        budget = {0: 1, 1: 95}.get(index % 6, draw.whole(2, 94))
        states = np.stack([copies(index, draw, draw.features(index, n, 3)) for _ in range(views)])
        levels = [np.stack([draw.distinct(1, n)[0] for _ in range(views)]) for _ in range(2)]
        attention = torch.zeros(7, views, 1, n, dtype=torch.float64)
        attention[5], attention[-2] = tensor(levels[0])[:, None], tensor(levels[0])[:, None]
        attention = torch.cat([attention, torch.zeros(2, views, 1, n, dtype=torch.float64)])  # 9 layers
        attention[5], attention[-2] = tensor(levels[0])[:, None], tensor(levels[1])[:, None]
        tokens = int(np.rint(1.5 * budget))
        model = Model(tensor(states), attention, visual_token_num=tokens)
        for name in ("window_cls_selection", "token_merging"):
            function = method(text, "LlavaMetaForCausalLM", name, scope)
            setattr(model, name, lambda *a, function=function, **k: function(model, *a, **k))
        rows, masks, _ = encode(model, None)
        out.case()
        out.ints("shape", [views, budget])
        out.matrix("shallow", levels[0])
        out.matrix("deep", levels[1])
        out.matrix("states", states.reshape(-1, 3))
        out.ints("kept", torch.where(masks.flatten())[0].tolist())
        out.floats("rows", torch.cat([r[m] for r, m in zip(rows, masks)]))
    out.save()


def vscan_qwen(folder):
    repo, path = "Tencent/SelfEvolvingAgent", "VScan/qwen/model/qwen2_5_vl_utils.py"
    text = read(repo, path).replace("descending=True)", "descending=True, stable=True)")
    scope = define(text, {"token_merging", "window_selection"}, {"torch": torch, "F": F})
    out = Golden(folder / "vscan-qwen.txt", [
        f"window_selection and token_merging of {origin(repo, path)}, the sort made stable",
        "shape: grid rows, grid columns, budget (an average: 1.5 times as many rows leave the tower); rows: the new rows"])
    for index in range(CASES):
        draw = Draw(9200 + index)
        rows, cols = draw.whole(4, 9), draw.whole(4, 11)
        n = rows * cols
        most = int((n - 1) / 1.5)
        budget = {0: 2, 1: most}.get(index % 6, draw.whole(2, most))
        tokens = int(np.rint(1.5 * budget))
        states = copies(index, draw, draw.features(index, n, 3))
        shallow, deep = draw.distinct(1, n), draw.distinct(1, n)
        grid = torch.tensor([[1, 2 * rows, 2 * cols]])
        try:
            local = scope["window_selection"](tensor(shallow[0]), tokens // 2, grid).long()
        except AssertionError:
            continue  # windows too full: the published code stops
        rest = tensor(deep[0]).clone()
        rest[local] = -1
        kept = torch.sort(torch.cat([local, torch.topk(rest, tokens - len(local)).indices])).values
        out.case()
        out.ints("shape", [rows, cols, budget])
        out.matrix("shallow", shallow)
        out.matrix("deep", deep)
        out.matrix("states", states)
        out.ints("kept", kept.tolist())
        out.floats("rows", scope["token_merging"](tensor(states), kept))
    out.save()
