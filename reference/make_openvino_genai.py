"""Exports a generated LLaVA-1.5 checkpoint, tower and all, for OpenVINO GenAI's VLMPipeline, for bench_peers.py.

    python reference/make_openvino_genai.py --model DIR --out DIR2

Writes DIR2/fp16 and DIR2/int8 with the exporter of optimum-intel. What a generated checkpoint lacks is added in a
temporary folder, never in DIR: names for all ids of the decoder in the tokenizer (a token without a name cannot be
turned into text), <image> as the name of the picture's id, settings of tokenizer, processor and generation, LLaVA's
chat template. Needs the packages torch, optimum-intel, nncf and openvino-tokenizers, in an environment of their own:
optimum-intel brings an older transformers than requirements.txt.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

CHAT = ("{% for message in messages %}{{ message['role'].upper() + ': ' }}{% if message['content'] is string %}"
        "{{ message['content'] }}{% else %}{% for part in message['content'] %}{% if part['type'] == 'image' %}"
        "{{ '<image>\n' }}{% else %}{{ part['text'] }}{% endif %}{% endfor %}{% endif %}{{ ' ' }}{% endfor %}"
        "{% if add_generation_prompt %}{{ 'ASSISTANT:' }}{% endif %}")


def named(tokenizer, config):
    """The tokenizer with a name for every id of the decoder, <image> for the picture's and <pad> for the padding's."""
    vocabulary = tokenizer["model"]["vocab"]
    names = {number: name for name, number in vocabulary.items()}
    names.update({token["id"]: token["content"] for token in tokenizer["added_tokens"]})
    special = {token["id"] for token in tokenizer["added_tokens"]}
    for name, number in (("<image>", config["image_token_index"]), ("<pad>", config["pad_token_id"])):
        if name not in names.values():
            names[number] = name
            special.add(number)
    for number in range(config["text_config"]["vocab_size"]):
        names.setdefault(number, f"<extra_{number}>")
    tokenizer["model"]["vocab"] = {name: number for number, name in sorted(names.items())}
    tokenizer["added_tokens"] = [
        {"id": number, "content": names[number], "single_word": False, "lstrip": False, "rstrip": False,
         "normalized": False, "special": True} for number in sorted(special)]
    return tokenizer


def settings(config):
    """The files beside the weights, as LLaVA-1.5 has them."""
    size, patch = config["vision_config"]["image_size"], config["vision_config"]["patch_size"]
    strategy = config["vision_feature_select_strategy"]
    return {
        "tokenizer_config.json": {
            "tokenizer_class": "PreTrainedTokenizerFast", "bos_token": "<s>", "eos_token": "</s>",
            "unk_token": "<unk>", "pad_token": "<pad>", "clean_up_tokenization_spaces": False,
            "model_max_length": config["text_config"]["max_position_embeddings"], "padding_side": "left",
            "extra_special_tokens": {"image_token": "<image>"}, "chat_template": CHAT},
        "preprocessor_config.json": {
            "image_processor_type": "CLIPImageProcessor", "do_convert_rgb": True, "do_resize": True,
            "size": {"shortest_edge": size}, "resample": 3, "do_center_crop": True,
            "crop_size": {"height": size, "width": size}, "do_rescale": True, "rescale_factor": 1 / 255,
            "do_normalize": True, "image_mean": [0.48145466, 0.4578275, 0.40821073],
            "image_std": [0.26862954, 0.26130258, 0.27577711], "processor_class": "LlavaProcessor"},
        "processor_config.json": {
            "processor_class": "LlavaProcessor", "image_token": "<image>", "patch_size": patch,
            "vision_feature_select_strategy": strategy, "num_additional_image_tokens": 1},
        "generation_config.json": {
            "bos_token_id": 1, "eos_token_id": 2, "pad_token_id": config["pad_token_id"]},
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", required=True, type=pathlib.Path)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    args = parser.parse_args()
    config = json.loads((args.model / "config.json").read_text(encoding="utf-8"))
    tokenizer = json.loads((args.model / "tokenizer.json").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder)
        for file in args.model.resolve().iterdir():
            if file.name != "tokenizer.json":
                (copy / file.name).symlink_to(file)
        (copy / "tokenizer.json").write_text(json.dumps(named(tokenizer, config)), encoding="utf-8")
        for name, content in settings(config).items():
            if not (copy / name).exists():
                (copy / name).write_text(json.dumps(content), encoding="utf-8")
        for kind in ("fp16", "int8"):
            subprocess.run([sys.executable, "-m", "optimum.commands.optimum_cli", "export", "openvino",
                            "--model", folder, "--task", "image-text-to-text", "--weight-format", kind,
                            str(args.out / kind)], check=True, env={**os.environ, "HF_HUB_OFFLINE": "1"})


if __name__ == "__main__":
    main()
