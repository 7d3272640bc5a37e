"""Exports the decoder of a generated LLaVA-1.5 checkpoint for OpenVINO, for bench_peers.py.

    python reference/make_openvino.py --model DIR --out DIR2

Writes DIR2/fp16 and DIR2/int8. The decoder is exported as a plain Llama, without tower and tokenizer;
make_openvino_genai.py exports all of it. Needs the packages transformers, optimum-intel and nncf.
"""

import argparse
import json
import pathlib
import tempfile

from optimum.intel import OVModelForCausalLM, OVWeightQuantizationConfig
from safetensors.torch import load_file
from transformers import LlamaConfig, LlamaForCausalLM


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", required=True, type=pathlib.Path)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    args = parser.parse_args()
    text = json.loads((args.model / "config.json").read_text(encoding="utf-8"))["text_config"]
    text.pop("model_type", None)
    prefix = "language_model."
    weights = {name.removeprefix(prefix): tensor
               for name, tensor in load_file(str(args.model / "model.safetensors")).items() if name.startswith(prefix)}
    decoder = LlamaForCausalLM(LlamaConfig(**text))
    decoder.load_state_dict(weights)
    with tempfile.TemporaryDirectory() as folder:
        decoder.save_pretrained(folder)
        half = OVModelForCausalLM.from_pretrained(folder, export=True, compile=False, load_in_8bit=False)
        half.half()
        half.save_pretrained(str(args.out / "fp16"))
        eight = OVModelForCausalLM.from_pretrained(folder, export=True, compile=False,
                                                   quantization_config=OVWeightQuantizationConfig(bits=8))
        eight.save_pretrained(str(args.out / "int8"))


if __name__ == "__main__":
    main()
