"""Methods inside the decoder: FastV, SparseVLM, DART, FitPrune, MustDrop."""
import math
from types import SimpleNamespace

import numpy as np
import torch

from .source import between, define, method, origin, read
from .write import Draw, Falling, Golden, tensor

CASES = 24


def fastv(folder):
    repo, path = "pkunlp-icler/FastV", "src/transformers/src/transformers/models/llama/modeling_llama.py"
    code = between(read(repo, path), "last_layer_attention = layer_outputs[1]", "keep_indexs = keep_indexs.sort()")
    out = Golden(folder / "fastv.txt", [
        f"statements from {origin(repo, path)}, in-place variant",
        "attention: rows are heads, columns all keys of the last prompt row; kept: sequence rows"])
    index = -1
    while out.cases < CASES:
        index += 1
        draw = Draw(1000 + index)
        prefix, patches, suffix = draw.whole(0, 5), draw.whole(4, 40), draw.whole(1, 6)
        rows, k = prefix + patches + suffix, draw.whole(1, patches - 1)
        attention = draw.distinct(3, rows)
        full = torch.zeros(1, 3, rows, rows, dtype=torch.float64)
        full[0, :, -1, :] = tensor(attention)
        scope = {
            "torch": torch, "layer_outputs": [None, full], "SYS_LENGTH": prefix, "device": "cpu",
            "IMAGE_TOKEN_LENGTH": patches, "ATTENTION_RANK": k, "seq_length_with_past": rows}
        exec(code, scope)
        if len(set(np.round(attention.mean(0)[prefix:prefix + patches], 12))) < patches:
            scores = attention.mean(0)[prefix:prefix + patches]
            ranked = np.sort(scores)[::-1]
            if ranked[k - 1] == ranked[k]:
                continue  # a tie at the border: the published order is undefined there
        out.case()
        out.ints("shape", [prefix, patches, suffix, k])
        out.matrix("attention", attention)
        out.ints("kept", scope["keep_indexs"])
    out.save()


def after(n, k):
    return k + (int(0.3 * (n - k)) + 1) // 10 + 1


def sparsevlm(folder, anchors):
    repo, base = "Gumpest/SparseVLMs", "llava/model/language_model/"
    # the two rearrangements that cluster_and_merge asks einops for
    views = {"b l r -> b l () r": lambda x: x[:, :, None, :], "b l r -> b () l r": lambda x: x[:, None, :, :]}
    scope = {"torch": torch, "ein": SimpleNamespace(rearrange=lambda x, pattern: views[pattern](x))}
    define(read(repo, base + "score.py"), {"attn_postprocess_topk", "layer_dict"}, scope)
    define(read(repo, base + "utils.py"),
           {"batch_index_select", "index_points", "cluster_and_merge"}, scope)
    model = read(repo, base + "modelling_sparse_llama.py")
    raters = between(model, "v_t = hidden_states[:, v_token_start", "t_token_idx = torch.where(m_v_t")
    stage = between(model, "pred_score_vis, s_flag, relation_vis_text = attn", "text_token_start = v_token_start + v_token_num")
    name = "sparsevlm-anchors" if anchors else "sparsevlm"
    out = Golden(folder / f"{name}.txt", [
        f"functions from {origin(repo, base + 'score.py')}, utils.py and statements from modelling_sparse_llama.py",
        "density noise replaced by the specification's order of equals",
        "one stage after layer 2 with target k; rows: new visual rows, kept ones first"] + (
        ["raters replaced by the given anchors (offsets behind the picture)"] if anchors else []))
    index = -1
    while out.cases < CASES:
        index += 1
        draw = Draw((2500 if anchors else 2000) + index)
        prefix, patches, suffix, width = draw.whole(0, 4), draw.whole(8, 44), draw.whole(3, 7), 4
        k = draw.whole(1, patches - 3)
        while k + 1 < patches and after(patches, k + 1) == after(patches, k):
            k += 1
        visual, text = draw.matrix(patches, width) / 2, draw.matrix(suffix, width) / 2
        visual, text = np.rint(visual * 64) / 64, np.rint(text * 64) / 64
        attention = draw.distinct(suffix, patches)
        states = draw.features(index, patches, width)
        rows = prefix + patches + suffix
        hidden = torch.zeros(1, rows, width, dtype=torch.float64)
        hidden[0, prefix:prefix + patches] = tensor(visual)
        hidden[0, prefix + patches:] = tensor(text)
        local = dict(scope, hidden_states=hidden, v_token_start=prefix, text_token_start=prefix + patches)
        exec(raters, local)
        chosen = sorted(set(draw.random.randint(0, suffix, size=2).tolist()))
        if anchors:
            local["t_token_idx"] = (torch.zeros(len(chosen), dtype=torch.long), torch.tensor(chosen))
        logits = torch.zeros(1, 1, rows, rows, dtype=torch.float64)
        logits[0, 0, prefix + patches:, prefix:prefix + patches] = tensor(attention)
        outputs = torch.zeros(1, rows, width, dtype=torch.float64)
        outputs[0, prefix:prefix + patches] = tensor(states)
        scope["sparse_token_dict"] = {0: [k]}
        local.update(
            sparse_token_dict={0: [k]}, attn_logits=logits, layer_outputs=(outputs, None), layer_idx=2,
            retained_tokens=0, B=1, pre_prompt_length_list=[prefix], image_shape=patches,
            v_token_num=patches, position_ids=torch.arange(rows)[None])
        used = local["t_token_idx"][1].tolist()
        mean = attention[used].mean(0)
        if len(np.unique(np.round(mean, 12))) < patches:
            continue  # ties: the published order is undefined
        with Falling():
            exec(stage, local)
        out.case()
        out.ints("shape", [prefix, patches, suffix, k])
        if anchors:
            out.ints("anchors", chosen)
        out.ints("raters", used)
        out.matrix("visual", visual)
        out.matrix("text", text)
        out.matrix("attention", attention)
        out.matrix("states", states)
        new = local["layer_outputs"][0][0]
        out.floats("rows", new[prefix:len(new) - suffix])
    out.save()


def dart(folder):
    repo, path = "xqy1111111/DART", "llava/model/language_model/modeling_llama_self.py"
    choose = method(read(repo, path), None, "get_retained_image_token",
                    {"torch": torch, "math": math, "LlamaConfig": object})
    out = Golden(folder / "dart.txt", [
        f"method from {origin(repo, path)}",
        "official count and set order; kept: sequence rows, ascending"])
    index = -1
    while out.cases < CASES:
        index += 1
        draw = Draw(3000 + index)
        prefix, patches, suffix = draw.whole(0, 6), draw.whole(30, 44), draw.whole(4, 9)
        rows, budget = prefix + patches + suffix, draw.whole(8, patches - 8)
        keys, states = draw.matrix(rows, 3), draw.features(index, rows, 3)
        config = SimpleNamespace(text_length=None, DART_config={
            "K": 2, "image_token_start_index": prefix, "image_token_length": patches,
            "max_num_trunction": budget, "pivot_image_token": 4, "pivot_text_token": 4, "reduction_ratio": 0.0})
        kept = choose(None, config, tensor(states)[None], tensor(keys)[None, None])
        norms = np.abs(keys).sum(1)
        for part in (norms[prefix:prefix + patches], norms[prefix + patches:]):
            ranked = np.sort(part)[::-1]
            if len(np.unique(ranked[:5])) < min(5, len(ranked)):
                break
        else:
            out.case()
            out.ints("shape", [prefix, patches, suffix, budget])
            out.matrix("keys", keys)
            out.matrix("states", states)
            out.ints("kept", sorted(kept.tolist()))
    out.save()


def fitprune(folder):
    repo, path = "ywh187/FitPrune", "LLaVA_1.5/llava/model/language_model/modeling_llama.py"
    text = read(repo, path)
    scheme = between(text, "if reduction_ratio == 0:", "delete_scheme = {0: 262")
    score = between(text.replace("35", "PREFIX"), "attn_weights_headmax = attn_weights.max", "topk_idx[topk+PREFIX] = False")
    out = Golden(folder / "fitprune.txt", [
        f"delete_scheme and the statements behind it, {origin(repo, path)}, any prefix",
        "shape: prefix, patches, suffix, deleted; heads: attention of all rows on the candidates, head by head; kept: patches",
        "a case with recipe: how many candidates each of 32 layers deletes, for this saving"])
    for saving in (10, 20, 30, 40, 50, 55, 60, 70, 80, 90):
        scope = {"reduction_ratio": saving}
        exec(scheme, scope)
        out.case()
        out.ints("saving", [saving])
        out.ints("recipe", [scope["delete_scheme"][layer] for layer in range(32)])
    index = -1
    while out.cases < CASES + 10:
        index += 1
        draw = Draw(9500 + index)
        prefix, patches, suffix = draw.whole(0, 4), draw.whole(5, 33), draw.whole(1, 4)
        deleted = {0: 1, 1: patches - 1}.get(index % 6, draw.whole(1, patches - 1))
        rows = prefix + patches + suffix
        heads = np.stack([draw.distinct(rows, patches) for _ in range(2)])
        if index % 3 == 2:  # duplicates
            heads[:, :, 1] = heads[:, :, 3]
        weights = torch.zeros(1, 2, rows, rows, dtype=torch.float64)
        weights[0, :, :, prefix:prefix + patches] = tensor(heads)
        scope = {
            "torch": torch, "attn_weights": weights, "PREFIX": prefix, "left_vtoken_num": patches,
            "delete_scheme": {0: deleted}, "layer_idx": 0}
        exec(score, scope)
        ranked = np.sort((scope["attn_cross_attention"] * scope["attn_self_attention"]).numpy())
        if ranked[deleted] - ranked[deleted - 1] < 1e-5 * ranked[deleted]:
            continue  # equal scores at the border: the published order is undefined
        out.case()
        out.ints("shape", [prefix, patches, suffix, deleted])
        out.matrix("heads", heads.reshape(2 * rows, patches))
        out.ints("kept", (torch.where(scope["topk_idx"][prefix:prefix + patches])[0]).tolist())
    out.save()


def mustdrop(folder):
    repo, path = "liuting20/MustDrop", "llava/model/language_model/modelling_sparse_llama.py"
    text = read(repo, path)
    choose = method(text, None, "dual_attention_filter", {"torch": torch})
    join = between(text, "vis_indices = torch.cat((vis_indices, key_set))", "vis_indices = torch.unique(vis_indices)")
    out = Golden(folder / "mustdrop.txt", [
        f"dual_attention_filter and the statements behind it, {origin(repo, path)}; the key set as clip_encoder.py chooses it",
        "shape: prefix, patches, suffix; thresholds: global and individual in 1/4096; class: class attention; heads: attention of",
        "suffix rows on the patches, head by head; kept: patches"])
    index = -1
    while out.cases < CASES:
        index += 1
        draw = Draw(9900 + index)
        prefix, n, suffix = draw.whole(0, 4), draw.whole(5, 44), draw.whole(1, 5)
        limits = [draw.whole(40, 8000 // n), draw.whole(400, 4000)]
        heads = np.stack([draw.distinct(suffix, n) for _ in range(2)])
        heads = np.rint(heads * 64 / (4 * n) * 40) / 64
        if out.cases % 3 == 2:
            heads[:, :, 1] = heads[:, :, 3]
        cls = draw.distinct(1, n)
        mean = heads.mean(0)
        total, most = mean.sum(0), mean.max(0)
        if np.abs(total / total.sum() - limits[0] / 4096).min() < 1e-6 or np.abs(most - limits[1] / 4096).min() < 1e-6:
            continue
        rows = prefix + n + suffix
        full = torch.zeros(1, 2, rows, rows, dtype=torch.float64)
        full[0, :, prefix + n:, prefix:prefix + n] = tensor(heads)
        kept, _ = choose(None, full, prefix, n, global_thr=limits[0] / 4096, individual_thr=limits[1] / 4096)
        key = torch.topk(tensor(cls[0]), math.ceil(0.08 * n)).indices
        scope = {"torch": torch, "vis_indices": kept, "key_set": key}
        exec(join, scope)
        if len(scope["vis_indices"]) == n and out.cases % 8:
            continue  # most cases drop something
        out.case()
        out.ints("shape", [prefix, n, suffix])
        out.ints("thresholds", limits)
        out.matrix("class", cls)
        out.matrix("heads", heads.reshape(2 * suffix, n))
        out.ints("kept", scope["vis_indices"].tolist())
    out.save()
