"""Changes every field of every configuration class, one at a time, and writes what Hugging Face transformers does with it.

usage: python make_field_goldens.py OUT_DIR [BASE ...]     (model/src/test/resources/golden/fields in the checkout)

One JSON file for each base configuration: the base, its numbers, and a list of cases. A case names a field and a value, and
holds the numbers (`logits`: the first of the last prompt row; `ids`: greedy tokens), or `same` if the value changes
nothing, or `error` if transformers refuses it.
"""

import copy
import dataclasses
import json
import sys
import warnings
from pathlib import Path

import torch
import transformers

import tiny_models as tiny

KEPT = 24  # logits of the last row that are written
STEPS = 4  # greedy tokens

ROPE_HALF = [1.0, 1.5, 2.0, 3.0]
LLAMA_ROPES = [
    {"rope_type": "linear", "factor": 4.0}, {"type": "linear", "factor": 2.5},
    {"rope_type": "dynamic", "factor": 4.0}, {"rope_type": "dynamic", "factor": 2.0},
    {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 64},
    {"rope_type": "yarn", "factor": 8.0, "original_max_position_embeddings": 32, "beta_fast": 16, "beta_slow": 2,
     "attention_factor": 1.3},
    {"rope_type": "yarn", "factor": 8.0, "original_max_position_embeddings": 32, "mscale": 0.7, "mscale_all_dim": 1.1,
     "truncate": False},
    {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
     "original_max_position_embeddings": 128},
    {"rope_type": "longrope", "short_factor": ROPE_HALF, "long_factor": [2.0, 4.0, 8.0, 16.0],
     "original_max_position_embeddings": 16, "factor": 4.0},
    {"rope_type": "longrope", "short_factor": ROPE_HALF, "long_factor": [2.0, 4.0, 8.0, 16.0],
     "original_max_position_embeddings": 200},
    {"rope_type": "yarn", "factor": 2.0}, {"rope_type": "default", "rope_theta": 500.0}, {"rope_type": "proportional", "partial_rotary_factor": 0.5},
    {"rope_type": "unheard_of"}, {"rope_type": "linear", "factor": 4.0, "partial_rotary_factor": 0.5}]


def base_sections(config):
    return {"mrope_section": config["text_config"]["rope_scaling"]["mrope_section"]}


def widened(ropes, times, **extra):
    """The same for heads of another dimension, with further fields."""
    out = []
    for rope in ropes:
        rope = {**rope, **extra}
        for name in ("short_factor", "long_factor"):
            if name in rope:
                rope[name] = [v for v in rope[name] for _ in range(times)]
        out.append(rope)
    return out


COMMON = {
    "transformers_version": ["4.37.2"], "architectures": [["Something"]], "output_hidden_states": [True],
    "return_dict": [False], "dtype": ["float32"], "torch_dtype": ["float32"], "chunk_size_feed_forward": [2],
    "is_encoder_decoder": [True], "id2label": [{"0": "a"}], "label2id": [{"a": 0}], "problem_type": ["regression"],
    "_name_or_path": ["somewhere"], "output_attentions": [True], "use_cache": [False], "initializer_range": [0.5],
    "initializer_factor": [2.0], "attention_dropout": [0.5], "pad_token_id": [5], "bos_token_id": [4],
    "eos_token_id": [3], "pretraining_tp": [2], "projection_dim": [24], "an_unheard_of_field": [7],
    "tie_word_embeddings": [True]}
TEXT = {
    "vocab_size": [112], "hidden_size": [48], "intermediate_size": [40], "num_hidden_layers": [3],
    "num_attention_heads": [2], "num_key_value_heads": [4, 1], "hidden_act": ["gelu", "gelu_pytorch_tanh", "relu"],
    "max_position_embeddings": [128, 16], "rms_norm_eps": [0.01], "attention_bias": [True], "mlp_bias": [True],
    "head_dim": [16], "rope_theta": [500.0], "rope_scaling": LLAMA_ROPES,
    "rope_parameters": [{"rope_type": "default", "rope_theta": 500.0}, {"rope_type": "linear", "factor": 3.0}],
    "partial_rotary_factor": [0.5], "original_max_position_embeddings": [32], "sliding_window": [8, None],
    "use_sliding_window": [True], "max_window_layers": [1], "layer_types": [["full_attention"] * 4,
    ["sliding_attention", "full_attention", "sliding_attention", "full_attention"]], "model_type": ["gpt2"]}
VISION = {
    "hidden_size": [24], "intermediate_size": [20], "num_hidden_layers": [2, 4], "num_attention_heads": [4],
    "num_channels": [1], "image_size": [84, 60], "patch_size": [28, 8], "hidden_act": ["gelu", "gelu_pytorch_tanh", "quick_gelu",
    "silu", "relu"], "layer_norm_eps": [0.01], "vision_use_head": [True], "model_type": ["vit"],
    "use_qk_norm": [True], "norm_type": ["rms_norm"], "use_mask_token": [True], "use_absolute_position_embeddings": [False],
    "layer_scale_init_value": [0.3], "use_mean_pooling": [False], "attention_bias": [False], "hidden_dropout_prob": [0.5],
    "projection_dropout": [0.5]}
QWEN_VISION = {
    "depth": [3], "num_position_embeddings": [64, 70], "deepstack_visual_indexes": [[2], [1, 2], [3, 1]], "hidden_size": [48], "embed_dim": [64], "mlp_ratio": [3], "hidden_act": ["gelu", "gelu_pytorch_tanh", "quick_gelu", "relu"],
    "intermediate_size": [40], "num_heads": [4], "in_channels": [1], "patch_size": [16, 7], "spatial_merge_size": [1],
    "temporal_patch_size": [1], "tokens_per_second": [4], "window_size": [112], "out_hidden_size": [32],
    "fullatt_block_indexes": [[0, 2]], "rope_parameters": [{"rope_type": "axial", "rope_theta": 100.0}],
    "rope_theta": [100.0], "rope_scaling": [{"rope_type": "linear", "factor": 2.0}]}
TOP = {
    "image_token_index": [90], "image_token_id": [90], "video_token_index": [90], "video_token_id": [90],
    "vision_start_token_id": [91], "vision_end_token_id": [91], "image_seq_length": [4],
    "projector_hidden_act": ["relu", "gelu_pytorch_tanh", "silu", "quick_gelu"],
    "vision_feature_select_strategy": ["full", "default"], "vision_feature_layer": [-1, -3, 1, [-1, -2]],
    "multimodal_projector_bias": [False], "image_grid_pinpoints": [[[56, 56]], [[98, 98], [98, 196]]],
    "scale_factor": [1, 3, 4], "downsample_ratio": [1.0, 0.25, 0.3], "vision_aspect_ratio": ["anyres_max_1", "anyres_max_4"], "model_type": ["blip-2"]}

QWEN2 = tiny.VIDEO["text_config"]
MISTRAL = dict(tiny.LLAMA, model_type="mistral", sliding_window=None)
PINPOINTS = [[98, 98], [98, 196], [196, 98], [196, 196], [98, 294], [294, 98]]
ONEVISION = {**tiny.VIDEO, "image_grid_pinpoints": PINPOINTS, "vision_aspect_ratio": "anyres_max_2"}

# name: (transformers class, configuration, fields of text_config)
BASES = {
    "llava": ("Llava", tiny.LLAVA, {}),
    "llava-siglip": ("Llava", {**tiny.LLAVA, "vision_config": {**tiny.SIGLIP, "image_size": 56},
                               "vision_feature_select_strategy": "full"}, {}),
    "llava-next": ("LlavaNext", tiny.NEXT, {}),
    "llava-next-mistral": ("LlavaNext", {**tiny.NEXT, "text_config": MISTRAL}, {"sliding_window": [8, 40, 200]}),
    "llava-onevision": ("LlavaOnevision", ONEVISION, {}),
    "llava-onevision-clip": ("LlavaOnevision", ONEVISION, {}),
    "qwen2_5_vl": ("Qwen2_5_VL", tiny.QWEN, {}),
    "qwen2_5_vl-clip": ("Qwen2_5_VL", tiny.QWEN, {}),
    "qwen2_vl": ("Qwen2VL", tiny.QWEN2, {}),
    "qwen2_vl-clip": ("Qwen2VL", tiny.QWEN2, {}),
    "qwen3_vl": ("Qwen3VL", tiny.QWEN3, {}),
    "smolvlm": ("SmolVLM", tiny.SMOLVLM, {}),
    "internvl": ("InternVL", tiny.INTERNVL, {}),
}


def square(vision):
    size = vision.image_size
    return size if isinstance(size, int) else size[0]


def inputs(name, model):
    """Arguments of a forward pass that suit the configuration."""
    cfg = model.config
    if name.startswith("qwen"):
        v = cfg.vision_config
        clip = name.endswith("clip")
        t, h, w = (2, 4, 6) if clip else (1, 8, 10)
        dim = v.in_channels * v.temporal_patch_size * v.patch_size ** 2
        pixels = tiny.inputs(f"pixels.fields.{dim}", t * h * w, dim)
        count = t * h * w // v.spatial_merge_size ** 2
        token = cfg.video_token_id if clip else cfg.image_token_id
        ids = torch.tensor([[1, 7, cfg.vision_start_token_id] + [token] * count + [cfg.vision_end_token_id, 11, 13, 17]])
        grid, kind = torch.tensor([[t, h, w]]), (ids == token).int()
        if clip:
            seconds = dict(second_per_grid_ts=torch.tensor([0.7])) if name.startswith("qwen2_5") else {}
            return dict(input_ids=ids, pixel_values_videos=pixels, video_grid_thw=grid, mm_token_type_ids=kind * 2, **seconds)
        return dict(input_ids=ids, pixel_values=pixels, image_grid_thw=grid, mm_token_type_ids=kind)
    s, channels = square(cfg.vision_config), cfg.vision_config.num_channels
    if name == "internvl":
        pixels = tiny.inputs(f"pixels.fields.{s}", 2, channels, s, s)
        count = (s // cfg.vision_config.patch_size[0] // int(1 / cfg.downsample_ratio)) ** 2
        ids = torch.tensor([[1, 7, 80] + [cfg.image_token_id] * (2 * count) + [81, 11, 17, 19]])
        return dict(input_ids=ids, pixel_values=pixels)
    if name == "smolvlm":
        from make_goldens import tiled
        count = (s // cfg.vision_config.patch_size // cfg.scale_factor) ** 2
        ids = torch.tensor([[1, 7] + tiled(1, 2, cfg.image_token_id, count) + [11, 17, 19]])
        return dict(input_ids=ids, pixel_values=tiny.inputs(f"pixels.fields.{s}", 1, 3, channels, s, s))
    if name == "llava-onevision-clip":
        pixels = tiny.inputs(f"pixels.fields.clip.{s}", 1, 3, channels, s, s)
        features = model.model.get_video_features(pixels).pooler_output
        count = features.shape[1] * features.shape[0] if features.dim() == 3 else features.shape[0]
        return dict(input_ids=prompt(count, cfg.video_token_index), pixel_values_videos=pixels)
    if name in ("llava", "llava-siglip"):
        pixels = tiny.inputs(f"pixels.fields.{s}", 1, channels, s, s)
        features = model.model.get_image_features(pixels).pooler_output
        return dict(input_ids=prompt(features[0].shape[0], cfg.image_token_index), pixel_values=pixels)
    from transformers.models.llava_next.modeling_llava_next import image_size_to_num_patches
    width, height = 150, 120
    views = image_size_to_num_patches((height, width), cfg.image_grid_pinpoints, s)
    pixels = tiny.inputs(f"pixels.fields.tiles.{s}", 1, views, channels, s, s)
    sizes = torch.tensor([[height, width]])
    features = model.model.get_image_features(pixels, sizes).pooler_output
    return dict(input_ids=prompt(features[0].shape[0], cfg.image_token_index), pixel_values=pixels, image_sizes=sizes)


def prompt(visual, token):
    return torch.tensor([[1, 7, 9] + [token] * visual + [11, 13, 17, 19]])


def numbers(name, kind, config):
    model = tiny.build(kind, config)
    kw = inputs(name, model)
    out = model.generate(**kw, max_new_tokens=STEPS, output_logits=True, return_dict_in_generate=True, do_sample=False,
                         use_cache=True, pad_token_id=0)
    logits = torch.cat(out.logits)
    if torch.isnan(logits).any():
        raise ValueError("not a number")
    return {"logits": [round(float(v), 6) for v in logits[0, :KEPT]], "last": [round(float(v), 6) for v in logits[-1, :KEPT]],
            "ids": out.sequences[0, -STEPS:].tolist()}


def known(fields, cls, extra):
    """The fields of a class that have values to try, and those that other generations of files add."""
    names = {f.name for f in dataclasses.fields(cls)} | set(extra)
    return {n: v for n, v in fields.items() if n in names}


def cases(name, kind, config, text):
    cls = getattr(transformers, kind + "Config")
    cfg = cls(**copy.deepcopy(config))
    legacy = ["torch_dtype", "_name_or_path", "output_attentions", "an_unheard_of_field", "model_type"]
    top = {**COMMON, **TOP}
    yield from (("", f, v) for f, vs in known(top, cls, legacy + ["image_token_id", "video_token_id"]).items() for v in vs)
    old = ["rope_theta", "rope_scaling", "partial_rotary_factor", "original_max_position_embeddings"]
    values = {**COMMON, **TEXT, **text}
    if name.startswith("qwen"):
        sections = base_sections(config)
        half = sum(sections["mrope_section"])
        values = {**values, "rope_scaling": widened(LLAMA_ROPES, half // 4, **sections), "head_dim": [32, 48],
                  "rope_parameters": [{"rope_type": "default", "rope_theta": 500.0, "mrope_section": [half // 2, half // 4, half // 4]}],
                  "hidden_size": [128], "num_attention_heads": [8]}
    yield from (("text_config", f, v) for f, vs in known(values, type(cfg.text_config), legacy + old + ["tie_word_embeddings"]).items() for v in vs)
    vision = {**COMMON, **(QWEN_VISION if name.startswith("qwen") else VISION)}
    more = ["rope_theta", "rope_scaling"] if name.startswith("qwen") else []
    more += ["vision_use_head"] if "onevision" in name or "siglip" in name else []
    yield from (("vision_config", f, v)
                for f, vs in known(vision, type(cfg.vision_config), legacy + more).items() for v in vs)


def changes(name, base, at, field, value):
    """The field, and others that must follow it for the configuration to make sense."""
    out = [(at, field, value)]
    if name.startswith("qwen") and (at, field) == ("text_config", "hidden_size"):
        out += [("vision_config", "hidden_size" if name.startswith("qwen2_vl") else "out_hidden_size", value)]
        if not name.startswith("qwen3"):
            out += [(at, "rope_scaling", {"type": "mrope", "mrope_section": [4, 6, 6]})]
    if name.startswith("qwen2") and (at, field) == ("text_config", "num_attention_heads"):
        out += [(at, "rope_scaling", {"type": "mrope", "mrope_section": [1, 1, 2]})]
    if field == "image_size" and value == 60 and "image_grid_pinpoints" in base:
        out += [("", "image_grid_pinpoints", [[60, 120], [120, 60], [120, 120]])]  # not whole patches
    if field == "rope_scaling" and value.get("rope_type") == "dynamic" and value["factor"] == 2.0:
        out += [(at, "max_position_embeddings", 16)]  # shorter than the prompt
    if field == "rope_scaling" and value.get("rope_type") == "yarn" and value["factor"] == 2.0:
        out += [(at, "original_max_position_embeddings", 32)]
    if field == "layer_types" and "sliding_attention" in value:
        out += [(at, "use_sliding_window", True), (at, "sliding_window", 8)]
    if field in ("max_window_layers", "sliding_window") and base["text_config"]["model_type"] != "mistral":
        out += [(at, "use_sliding_window", True)] + ([(at, "max_window_layers", 2)] if field == "sliding_window" else
                                                     [(at, "sliding_window", 8)])
    return out


def run(name, kind, config):
    try:
        return numbers(name, kind, config)
    except Exception as e:  # whatever it is: the reference does not run this
        return {"error": type(e).__name__ + ": " + str(e).split("\n")[0][:100]}


def main(out, names):
    for name, (kind, base, text) in BASES.items():
        if name not in (names or BASES):
            continue
        default = numbers(name, kind, base)
        found = []
        for at, field, value in cases(name, kind, base, text):
            if (base[at] if at else base).get(field, "absent") == value:
                continue
            config, patches = copy.deepcopy(base), changes(name, base, at, field, value)
            for place, key, new in patches:
                (config[place] if place else config)[key] = copy.deepcopy(new)
            got = run(name, kind, config)
            if got == default:
                got = {"same": True}
            case = {"at": at, "field": field, "value": value}
            if len(patches) > 1:
                case["also"] = [{"at": p, "field": k, "value": v} for p, k, v in patches[1:]]
            found.append({**case, **got})
            print(name, at, field, json.dumps(value)[:60], got.get("error", "same" if "same" in got else "numbers"), flush=True)
        model_type = getattr(transformers, kind + "Config").model_type
        lines = ",\n".join(json.dumps(c) for c in found)
        head = json.dumps({"model_type": model_type, **base})
        (out / f"{name}.json").write_text(f'{{"config": {head},\n"default": {json.dumps(default)},\n"cases": [\n{lines}]}}\n')


if __name__ == "__main__":
    warnings.filterwarnings("ignore")
    transformers.logging.set_verbosity_error()
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    with torch.no_grad():
        main(folder, sys.argv[2:])
