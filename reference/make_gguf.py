"""Writes the decoder of a generated LLaVA-1.5 checkpoint as GGUF files that llama.cpp runs, for bench_peers.py.

    python reference/make_gguf.py --model DIR --out DIR2 [--types f32 f16 q8_0 q4_0]

The checkpoint has no tokenizer, so the files have none either ("no_vocab"). All matrices take the type, the output head
included; norms stay float32. Needs the packages gguf, numpy and safetensors.
"""

import argparse
import json
import pathlib

import gguf
import numpy
from safetensors import safe_open

TYPES = {"f32": gguf.GGMLQuantizationType.F32, "f16": gguf.GGMLQuantizationType.F16,
         "q8_0": gguf.GGMLQuantizationType.Q8_0, "q4_0": gguf.GGMLQuantizationType.Q4_0}
LAYER = {"input_layernorm": "attn_norm", "self_attn.q_proj": "attn_q", "self_attn.k_proj": "attn_k",
         "self_attn.v_proj": "attn_v", "self_attn.o_proj": "attn_output", "post_attention_layernorm": "ffn_norm",
         "mlp.gate_proj": "ffn_gate", "mlp.up_proj": "ffn_up", "mlp.down_proj": "ffn_down"}


def target(name):
    """The GGUF name of a decoder tensor, or None."""
    for end, out in (("embed_tokens.weight", "token_embd.weight"), ("lm_head.weight", "output.weight"),
                     ("language_model.model.norm.weight", "output_norm.weight"),
                     ("language_model.norm.weight", "output_norm.weight")):
        if name.endswith(end):
            return out
    if "vision" in name or ".layers." not in name:
        return None
    number, rest = name.split(".layers.")[1].split(".", 1)
    return f"blk.{number}.{LAYER[rest.removesuffix('.weight')]}.weight"


def rotate_pairs(weight, heads):
    """llama.cpp turns neighbouring numbers of a head, transformers those half a head apart."""
    return (weight.reshape(heads, 2, weight.shape[0] // heads // 2, weight.shape[1]).swapaxes(1, 2)
            .reshape(weight.shape))


def write(model, text, kind, out):
    writer = gguf.GGUFWriter(str(out), "llama")
    heads = text["num_attention_heads"]
    kv_heads = text.get("num_key_value_heads", heads)
    writer.add_context_length(text.get("max_position_embeddings", 4096))
    writer.add_embedding_length(text["hidden_size"])
    writer.add_block_count(text["num_hidden_layers"])
    writer.add_feed_forward_length(text["intermediate_size"])
    writer.add_head_count(heads)
    writer.add_head_count_kv(kv_heads)
    writer.add_layer_norm_rms_eps(text.get("rms_norm_eps", 1e-5))
    writer.add_rope_dimension_count(text["hidden_size"] // heads)
    writer.add_vocab_size(text["vocab_size"])
    writer.add_tokenizer_model("no_vocab")
    with safe_open(str(model / "model.safetensors"), "np") as file:
        for name in file.keys():
            to = target(name)
            if to is None:
                continue
            data = file.get_tensor(name).astype(numpy.float32)
            if "attn_q" in to or "attn_k." in to:
                data = rotate_pairs(data, heads if "attn_q" in to else kv_heads)
            if data.ndim == 1 or kind == "f32":
                writer.add_tensor(to, data)
            else:
                writer.add_tensor(to, gguf.quants.quantize(data, TYPES[kind]), raw_dtype=TYPES[kind])
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", required=True, type=pathlib.Path)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--types", nargs="+", choices=TYPES, default=list(TYPES))
    args = parser.parse_args()
    config = json.loads((args.model / "config.json").read_text(encoding="utf-8"))
    args.out.mkdir(parents=True, exist_ok=True)
    for kind in args.types:
        write(args.model, config.get("text_config", config), kind, args.out / f"{kind}.gguf")


if __name__ == "__main__":
    main()
