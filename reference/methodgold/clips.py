"""Video methods on small clips, before the decoder."""
import math
from collections import defaultdict
from types import SimpleNamespace

import numpy as np
import torch

from .source import between, define, method, origin, read
from .write import Draw, Falling, Golden, tensor

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


NEWLINE = 100.0


def holitom(folder):
    repo, path = "cokeshao/HoliTom", "holitom/llava_arch.py"
    text = read(repo, path)
    for old, new in ((".float(), x.float()", ".double(), x.double()"),
                     ("pooled_image_feat_normed[:-1], pooled_image_feat_normed[1:], dim=-1\n                    )",
                      "pooled_image_feat_normed[:-1], pooled_image_feat_normed[1:], dim=-1).float()")):
        assert old in text, old
        text = text.replace(old, new)
    scope = {"torch": torch, "math": math, "ABC": object, "abstractmethod": lambda f: f, "rank0_print": lambda *a: None}
    define(text, ["LlavaMetaForCausalLM_holitom"], scope)
    code = between(text, "batch_size, seq_len, embed_dim = pooled_image_feat.shape",
                   "image_features.append(torch.cat(segment_features")
    out = Golden(folder / "holitom.txt", [
        f"statements and methods of {origin(repo, path)}, in double precision, cosines rounded to float, ties to the",
        "lower index, density noise replaced by the specification's order of equals",
        f"shape: frames, grid side, 1 with a newline of {NEWLINE} behind each grid row, share and tau in 1/1000"])
    torch.set_default_dtype(torch.float64)
    for index in range(CASES):
        draw = Draw(13000 + index)
        frames, side, width = draw.whole(1, 9), draw.whole(2, 5), draw.whole(3, 8)
        patches, grid = side * side, index % 2
        states = clip(draw, index, frames, patches, width)
        if index == 4:
            frames, states = 4, np.tile(states[:patches], (4, 1))  # nothing moves
        attention = draw.distinct(frames, patches)
        share, tau = draw.whole(60, 900), draw.whole(600, 990)
        share = {5: 1, 11: 999}.get(index, share)  # one token of every frame, all but a few
        owner = scope["LlavaMetaForCausalLM_holitom"]()
        owner.model = SimpleNamespace(image_newline=torch.full((width,), NEWLINE))
        local = dict(scope, self=owner, pooled_image_feat=tensor(states).view(frames, patches, width),
                     attn_weights=tensor(attention), tau=tau / 1000, max_window_size=1024, retain_ratio=share / 1000,
                     D=0.0, Beta=0.6, K=7, images_dtype=torch.float64,
                     mm_newline_position="grid" if grid else "one_token", image_features=[])
        with Falling(), LowestIndex():
            exec(code, local)
        out.case()
        out.ints("shape", [frames, side, grid, share, tau])
        out.matrix("states", states)
        out.matrix("attention", attention)
        out.floats("rows", local["image_features"][0].numpy())
    torch.set_default_dtype(torch.float32)
    out.save()


def holitom_inner(folder):
    repo, path = "cokeshao/HoliTom", "holitom/modeling_qwen2.py"
    text = read(repo, path)
    code = between(text, "last_layer_attention = layer_outputs[1]", "hidden_states = hidden_states[:,keep_indexs,:]")
    out = Golden(folder / "holitom-inner.txt", [
        f"statements of {origin(repo, path)}, in double precision, ties to the lower index",
        "shape: text rows in front, tokens, text rows behind, share merged away in 1/1000"])
    for index in range(CASES):
        draw = Draw(14000 + index)
        before, tokens, after, width = draw.whole(1, 3), draw.whole(2, 40), draw.whole(1, 3), draw.whole(3, 8)
        share = draw.whole(100, 950)
        if index == 0:
            tokens, share = 30, 967  # one token stays
        if index == 1:
            tokens, share = 30, 33  # all but one
        if round(tokens * (1 - share / 1000)) < 1:
            share = 500
        rows = before + tokens + after
        hidden = draw.features(index, rows, width)
        score = draw.distinct(1, rows)
        attention = np.zeros((1, 2, rows, rows))
        attention[0, 0, -1], attention[0, 1, -1] = score[0] * 2, 0
        local = {"torch": torch, "layer_outputs": (None, tensor(attention)), "hidden_states": tensor(hidden)[None],
                 "HOLITOM_image_token_start_index": before, "HOLITOM_image_token_length": tokens, "HOLITOM_r": share / 1000,
                 "seq_length_with_past": rows, "print": lambda *a: None}
        with LowestIndex():
            exec(code, local)
        out.case()
        out.ints("shape", [before, tokens, after, share])
        out.matrix("states", hidden)
        out.matrix("attention", score)
        out.ints("kept", local["keep_indexs"])
        out.floats("rows", local["hidden_states"][0].numpy())
    out.save()


def dycoke(folder):
    repo, path = "KD-TAO/DyCoke", "llava/model/llava_arch.py"
    text = read(repo, path)
    for old in ("frame1_norm, frame2_norm, dim=1)", "frame1_tokens, frame2_tokens, dim=1)"):
        assert old in text, old
        text = text.replace(old, old + ".float()")
    scope = {"torch": torch}
    define(text, ["dycole_ttm"], scope)
    out = Golden(folder / "dycoke.txt", [
        f"function of {origin(repo, path)}, in double precision, cosines rounded to float, ties to the lower index;",
        "an even number of frames, at least 6: of others the published code loses the last one or fails",
        "shape: frames, grid rows, grid columns, dropped share in 1/1000; rows: tokens in the published order"])
    for index in range(CASES):
        draw = Draw(15000 + index)
        frames, rows, cols, width = 2 * draw.whole(3, 6), draw.whole(1, 4), draw.whole(1, 5), draw.whole(2, 7)
        share = [990, 10, draw.whole(50, 950)][min(index, 2)]
        states = clip(draw, index, frames, rows * cols, width)
        number = np.concatenate([states, np.arange(len(states))[:, None] * 0.0], axis=1)
        with LowestIndex():
            kept = scope["dycole_ttm"](tensor(number), rows * cols, share / 1000)
        out.case()
        out.ints("shape", [frames, rows, cols, share])
        out.matrix("states", states)
        out.matrix("rows", kept.numpy()[:, :width])
    out.save()


def dycoke_cache(folder):
    repo, path = "KD-TAO/DyCoke", "llava/model/language_model/modeling_qwen2.py"
    text = read(repo, path)
    scope = {"torch": torch, "F": torch.nn.functional}
    prune = method(text, "PrunableDynamicCache", "dycoke_pruning", scope)
    update = method(text, "PrunableDynamicCache", "update_cache", scope)
    out = Golden(folder / "dycoke-cache.txt", [
        f"methods of {origin(repo, path)} over several decoding steps, in double precision, ties to the lower index",
        "shape: text rows in front, patches, newlines, text rows behind, dropped share in 1/1000, steps",
        "attention: one row a step, all rows of the prompt and one for each token so far; keepN: rows a step",
        "attends to, none if to all"])
    for index in range(CASES):
        draw = Draw(16000 + index)
        before, patches, newlines, after = draw.whole(1, 14), draw.whole(1, 40), draw.whole(0, 1), draw.whole(1, 5)
        share, steps = [draw.whole(50, 950), 970, 0][0 if index > 1 else index + 1], draw.whole(2, 6)
        prompt = before + patches + newlines + after
        attention = np.zeros((steps, prompt + steps))
        config = SimpleNamespace(image_token_start_index=before, image_token_length=patches - 1, dycoke_radio=share / 1000,
                                 attention_score=None, similarity=None, seq_length_with_past=0)
        out.case()
        kept = []
        for step in range(steps):
            length = prompt + step + 1
            row = draw.distinct(1, length)[0]
            if step and draw.whole(0, 2):
                row[:prompt] = attention[step - 1, :prompt] + draw.random.randint(0, 3, size=prompt) / 64
            attention[step, :length] = row
            config.seq_length_with_past = length
            this = SimpleNamespace(kv_cache=None)
            this.update_cache = lambda a, c: update(this, a, c)
            heads = torch.stack([2 * tensor(row), 0 * tensor(row)])[None, :, None]
            with LowestIndex():
                prune(this, (None, heads), 3, config)
            kept.append([] if this.kv_cache is None else sorted(this.kv_cache))
        out.ints("shape", [before, patches, newlines, after, share, steps])
        out.matrix("attention", attention)
        for step, rows in enumerate(kept):
            out.ints(f"keep{step}", rows)
    out.save()


def prunevid(folder):
    repo, path = "Visual-AI/PruneVid", "models/pllava/modeling_pllava.py"
    text = read(repo, path)
    for old, new in (("x.float(), x.float()", "x.double(), x.double()"), ("k=k, dim=-1", "k=min(k, N), dim=-1"),
                     ("cluster_num=int(self.config.num_frames*self.config.temporal_segment_ratio)",
                      "cluster_num=max(1, int(self.config.num_frames*self.config.temporal_segment_ratio))")):
        assert old in text, old
        text = text.replace(old, new)
    scope = {"torch": torch, "F": torch.nn.functional, "einsum": torch.einsum}
    define(text, ["index_points", "cluster_dpc_knn", "segment_lengths", "refine_clusters"], scope)
    merge = method(text, None, "merge_frames_dynamic", scope)
    helpers = {name: method(text, None, name, scope) for name in ("spatial_merge_tokens", "compute_cluster_vectors")}
    out = Golden(folder / "prunevid.txt", [
        f"functions and methods of {origin(repo, path)}, in double precision, ties to the lower index, density noise",
        "replaced by the specification's order of equals, no more neighbours than frames and one cluster of frames at least",
        "shape: frames, grid rows, grid columns, cluster ratio and tau in 1/1000; rows: tokens in the published order"])
    index = 0
    while out.cases < CASES:
        index += 1
        draw = Draw(17000 + index)
        frames, rows, cols, width = draw.whole(2, 10), draw.whole(1, 6), draw.whole(2, 7), draw.whole(3, 6)
        states = clip(draw, index, frames, rows * cols, width)
        ratio, tau = draw.whole(100, 900), draw.whole(300, 950)
        this = SimpleNamespace(config=SimpleNamespace(
            num_frames=frames, pooling_shape=(frames, rows, cols), temporal_segment_ratio=0.25, cluster_ratio=ratio / 1000))
        for name, function in helpers.items():
            setattr(this, name, lambda *a, function=function, **kw: function(this, *a, **kw))
        with Falling(), LowestIndex():
            merged, _, _, windows = merge(this, tensor(states)[None], threshold=tau / 1000, k=7)
        if not torch.isfinite(merged).all():
            continue
        out.case()
        out.ints("shape", [frames, rows, cols, ratio, tau])
        out.matrix("states", states)
        out.ints("segments", windows)
        out.floats("rows", merged[0].numpy())
    out.save()


def llava_scissor(folder):
    repo, path = "HumanMLLM/LLaVA-Scissor", "llava/model/llava_arch_zip.py"
    text = read(repo, path)
    for old, new in (("np.where(uf.parent == root)", "np.where([uf.find(i) == root for i in range(n)])"),
                     ("torch.argmax(similarity_matrix, dim=1)", "torch.argmax(similarity_matrix.float(), dim=1)"),
                     ("counts = torch.bincount(closest_indices, minlength=num_tokens).float()",
                      "counts = torch.bincount(closest_indices, minlength=num_tokens).double()")):
        assert old in text, old
        text = text.replace(old, new)
    rearrange = lambda x, _, n, hw: x.view(n, hw, -1)
    scope = {"torch": torch, "np": np, "defaultdict": defaultdict, "einops": SimpleNamespace(rearrange=rearrange),
             "rank0_print": lambda *a: None, "print": lambda *a: None}
    define(text, ["UnionFind", "approximate_components"], scope)
    code = between(text, "frame_num = image_feat.shape[0]//ori_token_num", "image_feat = selected_tokens")
    out = Golden(folder / "llava-scissor.txt", [
        f"statements and functions of {origin(repo, path)}, in double precision, cosines of the last step rounded to",
        "float so that equal tokens tie; every token of a component counts, also one that the code loses in a deep tree",
        "shape: frames, grid rows, grid columns, tau in 1/1000; rows: tokens in the published order"])
    for index in range(CASES):
        draw = Draw(18000 + index)
        np.random.seed(index)
        frames, rows, cols, width = draw.whole(1, 9), draw.whole(1, 6), draw.whole(2, 7), draw.whole(3, 6)
        states = clip(draw, index, frames, rows * cols, width)
        states[(states == 0).all(axis=1)] = 1 / 64  # the published code divides by norms
        tau = [10, 999, draw.whole(500, 990)][min(index, 2)]
        local = dict(scope, self=SimpleNamespace(total_token_1=0, total_token_2=0, val_cnt=0), tau=tau / 1000, epsilon=0.05,
                     image_feat=tensor(states), ori_token_num=rows * cols)
        exec(code, local)
        out.case()
        out.ints("shape", [frames, rows, cols, tau])
        out.matrix("states", states)
        out.floats("rows", local["selected_tokens"].numpy())
    out.save()


def prunevid_question(folder):
    repo, path = "Visual-AI/PruneVid", "models/pllava/elastic_cache.py"
    choose = method(read(repo, path), "VTPWindowCache", "process_attention", {"torch": torch, "np": np})
    out = Golden(folder / "prunevid-question.txt", [
        f"method VTPWindowCache.process_attention of {origin(repo, path)}, ties to the lower index",
        "shape: heads, rows of text, alpha in 1/1000; sizes: of each segment shared tokens, frames, tokens of a frame",
        "attention: heads x rows of text on the tokens; kept: tokens, ascending"])
    for index in range(CASES):
        draw = Draw(19000 + index)
        heads, rows, alpha = draw.whole(1, 4), draw.whole(1, 5), [10, 999, 400][min(index, 2)]
        alpha = draw.whole(50, 950) if index > 8 else alpha
        sizes = [[draw.whole(0, 9), draw.whole(1, 4), draw.whole(0, 9)] for _ in range(draw.whole(1, 4))]
        if index == 3:
            sizes = [[30, 2, 0]]  # nothing changes
        sizes[0][0] += 1
        tokens = sum(s + f * d for s, f, d in sizes)
        attention = draw.distinct(heads * rows, tokens)
        if index % 5 == 4:
            attention[:, tokens // 2] = attention[:, 0]  # two tokens are looked at alike
        with LowestIndex():
            kept = choose(SimpleNamespace(alpha=alpha / 1000), tensor(attention).view(1, heads, rows, tokens),
                          [s for s, _, _ in sizes], [f * d for _, f, d in sizes], [f for _, f, _ in sizes])
        out.case()
        out.ints("shape", [heads, rows, alpha])
        out.ints("sizes", sizes)
        out.matrix("attention", attention)
        out.ints("kept", sorted(kept.tolist()))
    out.save()
