"""Writes the golden activations of the tiny models with Hugging Face transformers.

usage: python make_goldens.py OUT_DIR [llava qwen2 ...]     (model/src/test/resources/golden in the checkout)
"""

import sys
from pathlib import Path

import torch
from safetensors.torch import save_file

import tiny_models as tiny


def decoder(model):
    return getattr(model.model, "language_model", None) or model.model.text_model


class Recorder:
    """Collects the residual stream, rotated queries and keys, and the decoder's input of one forward."""

    def __init__(self, model, module):
        self.t, self.calls, self.on = {}, 0, True
        self.lm = decoder(model)
        self.lm.register_forward_pre_hook(self.embeds, with_kwargs=True)
        for i, layer in enumerate(self.lm.layers):
            layer.register_forward_hook(self.hidden(i))
            if i > 0:
                layer.register_forward_pre_hook(self.entering(i - 1))
        rotate = module.apply_rotary_pos_emb

        def tapped(*a, **k):
            q, key = rotate(*a, **k)
            if self.on and self.calls < len(self.lm.layers):
                self.t[f"q.{self.calls}"], self.t[f"k.{self.calls}"] = q[0], key[0]
                self.calls += 1
            return q, key

        module.apply_rotary_pos_emb = tapped

    def embeds(self, _, args, kwargs):
        if self.on and "embeds" not in self.t:
            self.t["embeds"] = kwargs["inputs_embeds"][0]
            positions = kwargs.get("position_ids")
            if positions is not None and positions.dim() == 3:
                self.t["positions"] = positions[-3:, 0]

    def hidden(self, i):
        def hook(_, __, out):
            if self.on and f"hidden.{i}" not in self.t:
                self.t[f"hidden.{i}"] = (out[0] if isinstance(out, tuple) else out).reshape(-1, self.lm.config.hidden_size)
        return hook

    def entering(self, i):
        """What enters the next layer: Qwen3-VL adds to what a layer returns."""
        def hook(_, args):
            if self.on and self.calls == i + 1:
                self.t[f"hidden.{i}"] = args[0].reshape(-1, self.lm.config.hidden_size)
        return hook

    def restart(self):
        self.t, self.calls, self.on = {}, 0, True

    def take(self):
        self.on = False
        return self.t


def forward(model, rec, **kw):
    rec.restart()
    out = model(**kw, use_cache=True)
    t = rec.take()
    t["logits"] = out.logits[0]
    return t


def greedy(model, **kw):
    """Ten greedy tokens and the logits that chose them (cached decoding)."""
    out = model.generate(**kw, max_new_tokens=10, output_logits=True, return_dict_in_generate=True)
    return {"greedy.ids": out.sequences[0, -10:], "greedy.logits": torch.cat(out.logits)}


def pruned(model, ids, patches, **kw):
    """Every second patch row is hidden from layers 2 and 3; prefill logits and five cached greedy steps."""
    dropped = patches[1::2]

    def mask(layer, args, kwargs):
        m = kwargs["attention_mask"]
        kwargs["attention_mask"] = m.clone()
        kwargs["attention_mask"][..., dropped] = torch.finfo(torch.float32).min
        return args, kwargs

    hooks = [l.register_forward_pre_hook(mask, with_kwargs=True) for l in decoder(model).layers[2:]]
    out = model.generate(input_ids=ids, **kw, max_new_tokens=6, output_logits=True, return_dict_in_generate=True)
    for h in hooks:
        h.remove()
    return {"pruned.ids": out.sequences[0, -6:], "pruned.logits": torch.cat(out.logits)}


def tap(store, name):
    def hook(_, __, out):
        store[name] = out if isinstance(out, torch.Tensor) else out[0]
    return hook


def save(out, name, tensors):
    save_file({k: v.detach().contiguous() for k, v in tensors.items()}, str(out / f"{name}.safetensors"))


def some(tensors, *names):
    return {k: v for k, v in tensors.items() if k in names}


def last(t, rows=1):
    return {**t, "logits": t["logits"][-rows:]}


def prompt(visual, token):
    return torch.tensor([[1, 7, 9] + [token] * visual + [11, 13, 17, 19]])


def llava(out):
    import transformers.models.llama.modeling_llama as module
    model = tiny.build("Llava", tiny.LLAVA)
    rec, extra = Recorder(model, module), {}
    tower = model.model.vision_tower
    layers = getattr(tower, "vision_model", tower).encoder.layers
    layers[1].register_forward_hook(tap(extra, "vision.features"))
    layers[1].self_attn.q_proj.register_forward_hook(tap(extra, "q"))
    layers[1].self_attn.k_proj.register_forward_hook(tap(extra, "k"))
    model.model.multi_modal_projector.register_forward_hook(tap(extra, "projected"))
    pixels, ids = tiny.inputs("pixels.tiny-llava", 1, 3, 56, 56), prompt(16, 95)
    t = forward(model, rec, input_ids=ids, pixel_values=pixels)
    q, k = (extra.pop(n)[0].view(17, 2, 8).transpose(0, 1) for n in "qk")
    attention = (q @ k.transpose(1, 2) / 8 ** 0.5).softmax(-1)
    t.update(extra, class_attention=attention[:, 0, 1:].sum(0), tower_keys=k.mean(0))
    t.update(greedy(model, input_ids=ids, pixel_values=pixels))
    t.update(pruned(model, ids, list(range(3, 19)), pixel_values=pixels))
    save(out, "tiny-llava", t)
    model.lm_head.weight.data.copy_(model.model.language_model.embed_tokens.weight)
    save(out, "tiny-llava-tied", some(last(forward(model, rec, input_ids=ids, pixel_values=pixels)), "logits"))
    two = torch.tensor([[1, 7] + [95] * 16 + [9, 11] + [95] * 16 + [13, 17]])
    pair = tiny.inputs("pixels.tiny-llava-two", 2, 3, 56, 56)
    save(out, "tiny-llava-two", some(last(forward(model, rec, input_ids=two, pixel_values=pair)), "logits"))


def llava_next(out):
    import transformers.models.llama.modeling_llama as module
    from transformers.models.llava_next.modeling_llava_next import image_size_to_num_patches
    model = tiny.build("LlavaNext", tiny.NEXT)
    rec = Recorder(model, module)
    sizes = [(100, 75), (75, 100), (60, 20), (20, 60), (56, 56), (150, 31), (33, 167), (111, 99)]
    for w, h in sizes:
        views = image_size_to_num_patches((h, w), tiny.NEXT["image_grid_pinpoints"], 56)
        pixels = tiny.inputs(f"pixels.tiny-llava-next.{w}x{h}", 1, views, 3, 56, 56)
        kw = dict(pixel_values=pixels, image_sizes=torch.tensor([[h, w]]))
        features = model.model.get_image_features(pixels, kw["image_sizes"])
        features = features.pooler_output if hasattr(features, "pooler_output") else features
        rows = features[0].shape[0]
        ids = prompt(rows, 95)
        t = forward(model, rec, input_ids=ids, **kw)
        if (w, h) == (100, 75):
            t = {**last(t, 4), **greedy(model, input_ids=ids, **kw)}
            t.update(pruned(model, ids, next_patches(), **kw))
        else:
            t = some(last(t), "embeds", "logits")
        save(out, f"tiny-llava-next-{w}x{h}", t)


def next_patches():
    """Patch rows of the 100 x 75 picture: 16 of the base view, then rows of 8 patches and a newline."""
    return list(range(3, 19)) + [19 + 9 * r + c for r in range(6) for c in range(8)]


def llava_video(out):
    import transformers.models.qwen2.modeling_qwen2 as module
    model = tiny.build("LlavaOnevision", tiny.VIDEO)
    rec, extra = Recorder(model, module), {}
    model.model.multi_modal_projector.register_forward_hook(tap(extra, "projected"))
    tower = model.model.vision_tower
    getattr(tower, "vision_model", tower).encoder.layers[2].register_forward_hook(tap(extra, "vision.features"))
    frames, ids = tiny.inputs("pixels.tiny-llava-video", 1, 3, 3, 98, 98), prompt(49, 95)
    t = forward(model, rec, input_ids=ids, pixel_values_videos=frames)
    t = {**last(t, 4), **extra}
    t.update(greedy(model, input_ids=ids, pixel_values_videos=frames))
    save(out, "tiny-llava-video", t)
    grid = extra["projected"].transpose(1, 2).reshape(3, 32, 7, 7)
    pooled = torch.nn.functional.avg_pool2d(grid, 2)  # [3, 32, 3, 3]
    newline = model.model.image_newline[None, :, None, None].expand(3, 32, 3, 1)
    rows = torch.cat([pooled, newline], 3).permute(0, 2, 3, 1).reshape(36, 32)
    table = model.model.language_model.embed_tokens.weight
    embeds = torch.cat([table[torch.tensor([1, 7, 9])], rows, table[torch.tensor([11, 13, 17, 19])]])[None]
    rec.restart()
    state = model.model.language_model(inputs_embeds=embeds).last_hidden_state
    save(out, "tiny-llava-video-grid", {"embeds": embeds[0], "logits": model.lm_head(state)[0, -1:]})
    siglip_head(out, extra["vision.features"])


def onevision(out):
    """Several pictures, each one view without tiles and a newline; the processor says so by batch_num_images."""
    import transformers.models.qwen2.modeling_qwen2 as module
    model = tiny.build("LlavaOnevision", tiny.ONEVISION)
    rec = Recorder(model, module)
    pixels = tiny.inputs("pixels.tiny-onevision-two", 2, 1, 3, 98, 98)
    ids = torch.tensor([[1, 7] + [94] * 50 + [9, 11] + [94] * 50 + [13, 17]])
    kw = dict(pixel_values=pixels, image_sizes=torch.tensor([[120, 150], [33, 167]]), batch_num_images=torch.tensor([2]))
    t = {**some(last(forward(model, rec, input_ids=ids, **kw)), "embeds", "logits"), **greedy(model, input_ids=ids, **kw)}
    t.update(pruned(model, ids, [*range(2, 51), *range(54, 103)], **kw))
    save(out, "tiny-onevision-two", t)


def siglip_head(out, features):
    from transformers import SiglipVisionConfig
    from transformers.models.siglip.modeling_siglip import SiglipMultiheadAttentionPoolingHead
    head = SiglipMultiheadAttentionPoolingHead(SiglipVisionConfig(**{**tiny.SIGLIP, "vision_use_head": True})).eval()
    norm = torch.nn.LayerNorm(16, eps=1e-6)
    for prefix, part in (("vision.head.", head), ("vision.post_layernorm.", norm)):
        for name, p in part.named_parameters():
            p.data.copy_(tiny.seeded(prefix + name, tuple(p.shape)))
    x = norm(features)
    probe = head.probe.repeat(3, 1, 1)
    weights = head.attention(probe, x, x, need_weights=True, average_attn_weights=True)[1]
    save(out, "tiny-siglip-head", {"descriptors": head(x), "saliency": weights[:, 0]})


def qwen(out):
    import transformers.models.qwen2_5_vl.modeling_qwen2_5_vl as module
    qwen_family(out, "Qwen2_5_VL", tiny.QWEN, "tiny-qwen", module)


def qwen2(out):
    import transformers.models.qwen2_vl.modeling_qwen2_vl as module
    qwen_family(out, "Qwen2VL", tiny.QWEN2, "tiny-qwen2", module)


def qwen3(out):
    import transformers.models.qwen3_vl.modeling_qwen3_vl as module
    qwen_family(out, "Qwen3VL", tiny.QWEN3, "tiny-qwen3", module)


def qwen_family(out, kind, config, name, module):
    model = tiny.build(kind, config)
    rec, extra, seen = Recorder(model, module), {}, []
    rotate = module.apply_rotary_pos_emb_vision

    def tapped(*a, **k):
        r = rotate(*a, **k)
        seen.append(r)
        return r

    module.apply_rotary_pos_emb_vision = tapped
    model.model.visual.blocks[3].register_forward_hook(tap(extra, "vision.features"))
    if name == "tiny-qwen":
        model.model.visual.merger.register_forward_hook(tap(extra, "merged.windowed"))
    v = model.config.vision_config
    dim = 3 * v.temporal_patch_size * v.patch_size ** 2
    pixels = tiny.inputs("pixels.tiny-qwen", 80, dim)
    ids = torch.tensor([[1, 7, 122] + [124] * 20 + [123, 11, 13, 17]])
    kw = dict(pixel_values=pixels, image_grid_thw=torch.tensor([[1, 8, 10]]),
              mm_token_type_ids=(ids == 124).int())
    t = {**forward(model, rec, input_ids=ids, **kw), **extra}
    q, k = seen[3]
    t.update({"tower.q": q.reshape(80, 2, 16).transpose(0, 1), "tower.k": k.reshape(80, 2, 16).transpose(0, 1)})
    t.update(greedy(model, input_ids=ids, **kw))
    t.update(pruned(model, ids, list(range(3, 23)), **kw))
    save(out, name, t)
    two = torch.tensor([[1, 122] + [124] * 20 + [123, 7, 122] + [124] * 6 + [123, 11, 13]])
    both = torch.cat([pixels, tiny.inputs("pixels.tiny-qwen-second", 24, dim)])
    kw = dict(pixel_values=both, image_grid_thw=torch.tensor([[1, 8, 10], [1, 4, 6]]),
              mm_token_type_ids=(two == 124).int())
    t = forward(model, rec, input_ids=two, **kw)
    save(out, f"{name}-two", {**some(last(t), "embeds", "logits", "positions"), **greedy(model, input_ids=two, **kw)})
    slices = [122] + [125] * 6 + [123]
    inside = [21, 22] + slices + [23] + slices if name == "tiny-qwen3" else [122] + [125] * 12 + [123]
    clip = torch.tensor([[1, 7] + inside + [11, 13]])
    kw = dict(pixel_values_videos=tiny.inputs("pixels.tiny-qwen-video", 48, dim),
              video_grid_thw=torch.tensor([[2, 4, 6]]), mm_token_type_ids=(clip == 125).int() * 2)
    if name == "tiny-qwen":
        kw["second_per_grid_ts"] = torch.tensor([1.0])
    t = forward(model, rec, input_ids=clip, **kw)
    save(out, f"{name}-video", {**some(last(t), "embeds", "logits", "positions"), **greedy(model, input_ids=clip, **kw)})


def tiled(rows, cols, token, count):
    """A prompt of tiles with their marks, a line break after each row, and the whole."""
    ids = []
    for _ in range(rows):
        for _ in range(cols):
            ids += [80, 81] + [token] * count
        ids += [13]
    return ids + [13] * (rows > 0) + [80, 82] + [token] * count + [80]


def smolvlm(out):
    import transformers.models.llama.modeling_llama as module
    model = tiny.build("SmolVLM", tiny.SMOLVLM)
    rec, extra = Recorder(model, module), {}
    tower = model.model.vision_model
    tower.encoder.layers[2].self_attn.q_proj.register_forward_hook(tap(extra, "q"))
    tower.encoder.layers[2].self_attn.k_proj.register_forward_hook(tap(extra, "k"))
    tower.register_forward_hook(lambda m, a, o: extra.update(vision=o.last_hidden_state))
    model.model.connector.register_forward_hook(tap(extra, "projected"))
    pixels = tiny.inputs("pixels.tiny-smolvlm", 1, 5, 3, 50, 50)
    ids = torch.tensor([[1, 7] + tiled(2, 2, 95, 9) + [11, 17, 19]])
    t = forward(model, rec, input_ids=ids, pixel_values=pixels)
    features, q, k = extra["vision"], extra["q"], extra["k"]
    t.update({"vision.features": features[-1], "projected": extra["projected"].reshape(45, 32),
              "tower.q": q[-1].view(36, 2, 8).transpose(0, 1), "tower.k": k[-1].view(36, 2, 8).transpose(0, 1)})
    t = {**last(t, 4), **greedy(model, input_ids=ids, pixel_values=pixels)}
    patches = [i for i, v in enumerate(ids[0].tolist()) if v == 95]
    t.update(pruned(model, ids, patches, pixel_values=pixels))
    save(out, "tiny-smolvlm", t)
    two = torch.tensor([[1] + tiled(1, 2, 95, 9) + [7] + tiled(0, 0, 95, 9) + [11, 17]])
    pair = tiny.inputs("pixels.tiny-smolvlm-two", 1, 4, 3, 50, 50)
    t = forward(model, rec, input_ids=two, pixel_values=pair)
    save(out, "tiny-smolvlm-two", {**some(last(t), "embeds", "logits"), **greedy(model, input_ids=two, pixel_values=pair)})
    other = tiny.build("Idefics3", tiny.IDEFICS3)
    t = forward(other, Recorder(other, module), input_ids=two, pixel_values=pair)
    save(out, "tiny-idefics3-two", some(last(t), "logits"))


def internvl(out):
    import transformers.models.qwen2.modeling_qwen2 as module
    import transformers.models.qwen3.modeling_qwen3 as newer
    model = tiny.build("InternVL", tiny.INTERNVL)
    rec, extra = Recorder(model, module), {}
    tower = model.model.vision_tower
    tower.encoder.layer[2].attention.q_proj.register_forward_hook(tap(extra, "q"))
    tower.register_forward_hook(lambda m, a, o: extra.update(vision=o.last_hidden_state))
    model.model.multi_modal_projector.register_forward_hook(tap(extra, "projected"))
    pixels = tiny.inputs("pixels.tiny-internvl", 5, 3, 48, 48)
    ids = torch.tensor([[1, 7, 80] + [95] * 45 + [81, 11, 17, 19]])
    t = forward(model, rec, input_ids=ids, pixel_values=pixels)
    t.update({"vision.features": extra["vision"][-1, 1:], "projected": extra["projected"].reshape(45, 32),
              "tower.q": extra["q"][-1].view(37, 2, 8).transpose(0, 1)[:, 1:]})
    t = {**last(t, 4), **greedy(model, input_ids=ids, pixel_values=pixels)}
    t.update(pruned(model, ids, list(range(3, 48)), pixel_values=pixels))
    save(out, "tiny-internvl", t)
    clip = torch.tensor([[1] + [20, 80] + [95] * 9 + [81, 13, 21, 80] + [95] * 9 + [81, 11, 17]])
    frames = tiny.inputs("pixels.tiny-internvl-clip", 2, 3, 48, 48)
    t = forward(model, rec, input_ids=clip, pixel_values=frames)
    save(out, "tiny-internvl-clip", {**some(last(t), "embeds", "logits"), **greedy(model, input_ids=clip, pixel_values=frames)})
    other = tiny.build("InternVL", tiny.INTERNVL35)
    t = forward(other, Recorder(other, newer), input_ids=ids, pixel_values=pixels)
    save(out, "tiny-internvl35", {**some(last(t), "logits"), **greedy(other, input_ids=ids, pixel_values=pixels)})


MAKERS = (llava, llava_next, llava_video, onevision, qwen, qwen2, qwen3, smolvlm, internvl)

if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    with torch.no_grad():
        for make in MAKERS:
            if make.__name__ in (sys.argv[2:] or [m.__name__ for m in MAKERS]):
                make(folder)
