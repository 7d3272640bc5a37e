"""CDPruner from question and pixels to logits: its published code on tiny seeded models.

    python reference/make_cdpruner_golden.py [--repos DIR]

Writes into model/src/test/resources/golden: tiny-clip/, a CLIP folder as transformers saves it (with a small
tokenizer made here), and tiny-cdpruner.safetensors. Tower, projector and decoder are the tiny LLaVA models of
tiny_models.py with a vocabulary of bytes; the published repository (cloned into DIR when it is not there) gives the
vision tower's forward with the text tower, the choice of patches and the assembly of the decoder's input.
"""
import argparse
import contextlib
import sys
from pathlib import Path
from types import SimpleNamespace

import torch
from safetensors.torch import save_file
from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors
from transformers import CLIPConfig, CLIPModel, CLIPTextModelWithProjection, PreTrainedTokenizerFast

sys.path.insert(0, str(Path(__file__).parent))

import tiny_models as tiny  # noqa: E402
from methodgold import source  # noqa: E402

GOLDEN = Path(__file__).parent.parent / "model/src/test/resources/golden"
REPOSITORY = "Theia-4869/CDPruner"
QUESTIONS = ["What color is the bus on the left?", "Is there a dog in the picture? " * 3, "who", "Grüße: 图 &"]
FORMAT = "\nAnswer the question using a single word or phrase."
WORDS = ["what", "color", "is", "the", "bus", "on", "left", "there", "a", "dog", "in", "picture", "who"]
CONTEXT, START, END = 20, "<|startoftext|>", "<|endoftext|>"


def clip_tokenizer():
    """The pipeline of CLIP's tokenizer.json with a few words; the end mark has the largest id."""
    tokenizer = Tokenizer(models.BPE(end_of_word_suffix="</w>", unk_token=END))
    tokenizer.normalizer = normalizers.Sequence(
        [normalizers.NFC(), normalizers.Replace(Regex(r"\s+"), " "), normalizers.Lowercase()])
    word = r"'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Split(Regex(word), "removed", invert=True), pre_tokenizers.ByteLevel(add_prefix_space=False)])
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokens, merges = alphabet + [letter + "</w>" for letter in alphabet], []
    for word in WORDS:  # joined from the left, the last letter with its end of word
        joined, *rest = [*word[:-1], word[-1] + "</w>"]
        for piece in rest:
            if (joined, piece) not in merges:
                merges.append((joined, piece))
                tokens.append(joined + piece)
            joined += piece
    vocabulary = {token: number for number, token in enumerate(dict.fromkeys(tokens + [START, END]))}
    tokenizer.model = models.BPE(vocab=vocabulary, merges=merges, end_of_word_suffix="</w>", unk_token=END)
    tokenizer.add_special_tokens([START, END])
    tokenizer.post_processor = processors.RobertaProcessing(
        sep=(END, vocabulary[END]), cls=(START, vocabulary[START]), trim_offsets=False, add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer, len(vocabulary)


def clip_folder(folder):
    tokenizer, size = clip_tokenizer()
    text = dict(vocab_size=size, hidden_size=24, intermediate_size=40, num_hidden_layers=2, num_attention_heads=3,
                max_position_embeddings=CONTEXT, projection_dim=12, hidden_act="quick_gelu", eos_token_id=2)
    model = CLIPModel(CLIPConfig(text_config=text, vision_config=dict(tiny.CLIP, projection_dim=12), projection_dim=12))
    with torch.no_grad():
        for name, p in model.named_parameters():
            if not p.shape:
                continue  # the temperature, which nobody reads
            vision = name.startswith("vision_model.")
            p.copy_(tiny.seeded("vision." + name[len("vision_model."):] if vision else name, tuple(p.shape)))
    model.save_pretrained(folder)
    tokenizer.save(str(folder / "tokenizer.json"))
    return model.float().eval(), PreTrainedTokenizerFast(tokenizer_object=tokenizer)


def bytes_config(config):
    """The tiny configuration that answers bytes; as TinyFolder makes it."""
    text = dict(config["text_config"], vocab_size=288, max_position_embeddings=4096)
    return dict(config, text_config=text, image_token_index=9)


def prompt_ids(question):
    """The repository's Vicuna prompt in single bytes behind 11 special tokens, no begin mark; -200 is the picture."""
    scope = {"__name__": "conversation"}
    exec(compile(source.read(REPOSITORY, "llava/conversation.py"), "conversation.py", "exec"), scope)
    conversation = scope["conv_templates"]["vicuna_v1"].copy()
    conversation.append_message(conversation.roles[0], "<image>\n" + question)
    conversation.append_message(conversation.roles[1], None)
    before, after = conversation.get_prompt().split("<image>")
    return [11 + b for b in before.encode()] + [-200] + [11 + b for b in after.encode()]


def published_tower(llava, clip, tokenizer):
    """The repository's CLIPVisionTower around our tiny parts, without its streams on a GPU."""
    text = source.read(REPOSITORY, "llava/model/multimodal_encoder/clip_encoder.py")
    text = text.replace("torch.cuda.Stream()", "None").replace("torch.cuda.stream(", "still(")
    text = text.replace("torch.cuda.synchronize()", "None")
    scope = {"torch": torch, "still": lambda _: contextlib.nullcontext()}
    inner = llava.model.vision_tower
    core = getattr(inner, "vision_model", inner)

    class Inner:
        vision_model = core
        visual_projection = clip.visual_projection

        def __call__(self, *a, **k):
            return inner(*a, **k)

    words = CLIPTextModelWithProjection(clip.config.text_config)
    words.load_state_dict({k: v for k, v in clip.state_dict().items() if k.startswith("text_")}, strict=False)
    this = SimpleNamespace(vision_tower=Inner(), text_tokenizer=tokenizer, text_tower=words.float().eval(), device="cpu",
                           dtype=torch.float32, max_position_embeddings=CONTEXT, select_layer=-2, select_feature="patch",
                           config=inner.config, num_patches_per_side=4)
    select = source.method(text, "CLIPVisionTower", "feature_select", dict(scope))
    this.feature_select = lambda out: select(this, out)
    forward = source.method(text, "CLIPVisionTower", "forward", dict(scope))

    class Tower:
        def __getattr__(self, name):
            return getattr(this, name)

        def __call__(self, images, texts=None):
            # the tokenizer of transformers adds types of segments where CLIP's own has none
            keep = this.text_tokenizer
            this.text_tokenizer = lambda **k: Inputs(keep(**k))
            try:
                return forward(this, images, texts=texts)
            finally:
                this.text_tokenizer = keep

    return Tower()


class Inputs(dict):
    def __init__(self, encoded):
        super().__init__(input_ids=encoded["input_ids"], attention_mask=encoded["attention_mask"])
        self.input_ids = encoded["input_ids"]


def published_model(llava, tower, keep, **config):
    arch = source.read(REPOSITORY, "llava/model/llava_arch.py")
    grid = {"ast": __import__("ast")}
    # the repository fixes LLaVA-NeXT's picture at 2 x 2 tiles of 336; ours are of 56
    source.define(source.read(REPOSITORY, "llava/mm_utils.py").replace("672", "112"),
                  ["select_best_resolution", "get_anyres_image_grid_shape"], grid)
    scope = {"torch": torch, "IGNORE_INDEX": -100, "IMAGE_TOKEN_INDEX": -200, **grid}
    model = SimpleNamespace(get_vision_tower=lambda: tower, mm_projector=llava.model.multi_modal_projector,
                            embed_tokens=llava.model.language_model.embed_tokens)
    this = SimpleNamespace(get_model=lambda: model, get_vision_tower=lambda: tower, visual_token_num=keep, device="cpu",
                           config=SimpleNamespace(**config))
    encode = source.method(arch, "LlavaMetaForCausalLM", "encode_images", dict(scope))
    seen = {}

    def encode_images(images, texts=None):
        features, masks = encode(this, images, texts=texts)
        seen["kept"] = torch.nonzero(masks.reshape(-1))[:, 0]
        return features, masks

    this.encode_images = encode_images
    assemble = source.method(arch, "LlavaMetaForCausalLM", "prepare_inputs_labels_for_multimodal", dict(scope))
    return this, assemble, seen


def case(llava, tower, name, question, suffix, keep, images, **config):
    this, assemble, seen = published_model(llava, tower, keep, **config)
    ids = torch.tensor([prompt_ids(question + suffix)])
    with torch.no_grad():
        out = assemble(this, ids, None, None, None, None, images, image_sizes=[(112, 112)], texts=[question])
        answer = llava.model.language_model(inputs_embeds=out[4]).last_hidden_state
        logits = llava.lm_head(answer[0, -1:])
    return {f"{name}.kept": seen["kept"], f"{name}.logits": logits}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--repos", type=Path, default=Path("repos"))
    source.ROOT = parser.parse_args().repos
    torch.manual_seed(0)
    clip, tokenizer = clip_folder(GOLDEN / "tiny-clip")
    tensors = {}
    llava = tiny.build("Llava", bytes_config(tiny.LLAVA))
    tower = published_tower(llava, clip, tokenizer)
    pixels = tiny.inputs("pixels.tiny-llava", 1, 3, 56, 56)
    for i, question in enumerate(QUESTIONS):
        tensors[f"ids.{i}"] = torch.tensor(tokenizer(text=question)["input_ids"])
        for keep in (1, 5, 9):
            tensors |= case(llava, tower, f"llava.{i}.{keep}", question, FORMAT if i % 2 else "", keep, pixels)
    nxt = tiny.build("LlavaNext", bytes_config(tiny.NEXT))
    tower = published_tower(nxt, clip, tokenizer)
    tiles = tiny.inputs("pixels.tiny-llava-next.111x99", 5, 3, 56, 56)[None]
    for i, question in enumerate(QUESTIONS[:2]):
        for keep in (2, 6):
            tensors |= case(nxt, tower, f"next.{i}.{keep}", question, "", keep, tiles, image_aspect_ratio="anyres",
                            mm_patch_merge_type="spatial_unpad", image_grid_pinpoints=tiny.NEXT["image_grid_pinpoints"])
    save_file({k: v.detach().contiguous() for k, v in tensors.items()}, str(GOLDEN / "tiny-cdpruner.safetensors"))


if __name__ == "__main__":
    main()
