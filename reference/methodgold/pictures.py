"""Methods for pictures behind the tower: FasterVLM, VisPruner."""
from types import SimpleNamespace

import numpy as np
import torch

from .source import method, origin, read
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
        f"encode_images of {origin(repo, ARCH)}",
        "shape: views, patches, budget of a view; attention: views x (heads and patches); kept: patches of all views"])
    for index in range(CASES):
        draw = Draw(7000 + index)
        views, patches, budget = sizes(index, draw)
        heads = np.stack([draw.distinct(2, patches) for _ in range(views)])
        heads[:, 1] = heads[:, 0][:, ::-1] / 128  # ranks stay without ties
        heads[:, 0] = np.stack([draw.distinct(1, patches)[0] for _ in range(views)])
        model = Model(torch.zeros(views, patches, 1, dtype=torch.float64), tensor(heads), visual_token_num=budget)
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
