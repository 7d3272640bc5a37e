"""Video methods on small clips, before the decoder."""
import numpy as np
import torch

from .source import define, origin, read
from .write import Draw, Golden, tensor

CASES = 24


class LowestIndex:
    """Stands in for torch.topk, which leaves ties open: of two equals the lower index comes first."""

    def __enter__(self):
        self.function, self.method = torch.topk, torch.Tensor.topk

        def topk(x, k, dim=-1, largest=True, sorted=True):
            values, indices = torch.sort(x, dim=dim, descending=largest, stable=True)
            return torch.return_types.topk((values.narrow(dim, 0, k), indices.narrow(dim, 0, k)))

        torch.topk = torch.Tensor.topk = topk
        return self

    def __exit__(self, *rest):
        torch.topk, torch.Tensor.topk = self.function, self.method


def clip(draw, index, frames, patches, width):
    """Frames that follow one another: some patches stay, some change, some are the same in every frame."""
    states = np.rint(draw.features(index, frames * patches, width) * 64)
    states = states.reshape(frames, patches, width)
    for f in range(1, frames):
        calm = draw.random.random_sample(patches) < (0.6 if index % 3 else 0.3)
        near = states[f - 1] + draw.random.randint(-12, 13, size=(patches, width))
        states[f][calm] = near[calm]
        if index % 4 == 0:
            same = draw.random.random_sample(patches) < 0.3
            states[f][same] = states[f - 1][same]
    if index % 5 == 0:
        states[:, patches // 2] = states[:, 0]  # two equal patches in every frame
    return states.reshape(frames * patches, width) / 64


def vidcom2(folder):
    repo, path = "xuyang-liu16/VidCom2", "token_compressor/vidcom2/vidcom2.py"
    scope = {"torch": torch, "F": torch.nn.functional}
    names = ["select_low_var_channels", "compute_gaussian_scores", "_multi_scale_gaussian", "compute_scales",
             "select_outlier_indices", "_map_linear_offset", "_map_grid_vid"]
    text = "from typing import List, Tuple\n" + read(repo, path)
    exec("from typing import List, Tuple, Optional, Dict, Any", scope)
    define(text, names, scope)
    out = Golden(folder / "vidcom2.txt", [
        f"functions of {origin(repo, path)}, in double precision, ties to the lower index",
        "shape: frames, grid side, share in 1/1000; rows: the sequence of a LLaVA-Video grid, newlines included"])
    for index in range(CASES):
        draw = Draw(11000 + index)
        frames, side, width = draw.whole(1, 9), draw.whole(2, 5), draw.whole(4, 9)
        patches = side * side
        states = clip(draw, index, frames, patches, width)
        share = [1, 999, draw.whole(50, 950)][min(index, 2)]
        if index == 0:
            states[:] = states[0]
        with LowestIndex():
            chosen = scope["select_low_var_channels"](tensor(states))
            v, w = scope["compute_gaussian_scores"](chosen, patches)
            scales = scope["compute_scales"](-v.mean(dim=-1), share / 1000)
            picks = scope["select_outlier_indices"](v + w, scales, patches)
        out.case()
        out.ints("shape", [frames, side, share])
        out.matrix("states", states)
        out.ints("kept", scope["_map_linear_offset"](picks, patches))
        out.ints("rows", scope["_map_grid_vid"](picks, side))
    out.save()


def evs(folder):
    repo, path = "sgl-project/sglang", "python/sglang/srt/multimodal/evs/evs_core.py"
    text = read(repo, path).replace("dissimilarity = 1 - similarity", "dissimilarity = 1 - similarity.float()")
    scope = {"torch": torch}
    define(text, ["compute_retained_tokens_count", "compute_retention_mask"], scope)
    out = Golden(folder / "evs.txt", [
        f"functions of {origin(repo, path)} (as in vllm-project/vllm vllm/multimodal/evs.py), in double precision,",
        "cosines rounded to float so that equal tokens tie; shape: frames, grid rows, grid columns, kept share in 1/1000"])
    for index in range(CASES):
        draw = Draw(12000 + index)
        frames, rows, cols, width = draw.whole(1, 9), draw.whole(1, 5), draw.whole(1, 5), draw.whole(2, 8)
        states = clip(draw, index, frames, rows * cols, width)
        share = [1, 999, draw.whole(50, 950)][min(index, 2)]
        mask = scope["compute_retention_mask"](tensor(states), (frames, rows, cols), 1, 1 - share / 1000)
        out.case()
        out.ints("shape", [frames, rows, cols, share])
        out.matrix("states", states)
        out.ints("kept", torch.nonzero(mask).flatten())
    out.save()
