"""Methods inside the decoder: FastV, SparseVLM, DART."""
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
