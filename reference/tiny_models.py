"""The tiny configurations of the parity tests and their seeded weights, for Hugging Face transformers."""

import copy
import re

import numpy as np
import torch
import transformers

TEXT = dict(vocab_size=96, hidden_size=32, intermediate_size=48, num_hidden_layers=4, num_attention_heads=4,
            num_key_value_heads=2, hidden_act="silu", bos_token_id=1, eos_token_id=2, tie_word_embeddings=False)
CLIP = dict(model_type="clip_vision_model", hidden_size=16, intermediate_size=32, num_hidden_layers=3,
            num_attention_heads=2, image_size=56, patch_size=14, num_channels=3, projection_dim=16,
            hidden_act="quick_gelu", layer_norm_eps=1e-5)
SIGLIP = dict(model_type="siglip_vision_model", hidden_size=16, intermediate_size=32, num_hidden_layers=3,
              num_attention_heads=2, image_size=98, patch_size=14, num_channels=3, hidden_act="gelu_pytorch_tanh",
              layer_norm_eps=1e-6, vision_use_head=False)
LLAMA = dict(TEXT, model_type="llama", max_position_embeddings=256, rms_norm_eps=1e-5, rope_theta=10000.0,
             pad_token_id=0)
LLAVA = dict(image_token_index=95, image_seq_length=16, projector_hidden_act="gelu", vision_feature_layer=-2,
             vision_feature_select_strategy="default", tie_word_embeddings=False, text_config=LLAMA, vision_config=CLIP)
NEXT = dict({k: v for k, v in LLAVA.items() if k != "image_seq_length"},
            image_grid_pinpoints=[[56, 112], [112, 56], [112, 112], [168, 56], [56, 168]])
VIDEO = dict(image_token_index=94, video_token_index=95, projector_hidden_act="gelu", vision_feature_layer=-1,
             vision_feature_select_strategy="full", vision_aspect_ratio="anyres_max_9", image_grid_pinpoints=[[98, 98]],
             tie_word_embeddings=False,
             text_config=dict(TEXT, model_type="qwen2", max_position_embeddings=512, rms_norm_eps=1e-6,
                              rope_theta=1000000.0, use_sliding_window=False),
             vision_config=SIGLIP)
ONEVISION = dict(VIDEO, vision_aspect_ratio="anyres_max_2",
                 image_grid_pinpoints=[[98, 98], [98, 196], [196, 98], [196, 196], [98, 294], [294, 98]])
QWEN = dict(image_token_id=124, video_token_id=125, vision_start_token_id=122, vision_end_token_id=123,
            tie_word_embeddings=False,
            text_config=dict(TEXT, model_type="qwen2_5_vl_text", vocab_size=128, hidden_size=64, intermediate_size=96,
                             max_position_embeddings=512, rms_norm_eps=1e-6, rope_theta=1000000.0,
                             rope_scaling={"type": "mrope", "mrope_section": [2, 3, 3]}, use_sliding_window=False),
            vision_config=dict(depth=4, hidden_size=32, intermediate_size=48, num_heads=2, in_channels=3,
                               hidden_act="silu", patch_size=14, temporal_patch_size=2, spatial_merge_size=2,
                               window_size=56, fullatt_block_indexes=[1, 3], out_hidden_size=64, tokens_per_second=2))
QWEN2 = dict(QWEN, text_config=dict(QWEN["text_config"], model_type="qwen2_vl_text"),
             vision_config=dict(depth=4, embed_dim=32, hidden_size=64, mlp_ratio=2, num_heads=2, in_channels=3,
                                hidden_act="quick_gelu", patch_size=14, temporal_patch_size=2, spatial_merge_size=2))
QWEN3 = dict(QWEN, text_config=dict(TEXT, model_type="qwen3_vl_text", vocab_size=128, hidden_size=64, intermediate_size=96,
                                    num_hidden_layers=5, head_dim=32, max_position_embeddings=512, rms_norm_eps=1e-6,
                                    rope_theta=5000000.0, attention_bias=False,
                                    rope_scaling={"rope_type": "default", "mrope_interleaved": True,
                                                  "mrope_section": [6, 5, 5]}),
             vision_config=dict(depth=4, hidden_size=32, intermediate_size=48, num_heads=2, in_channels=3,
                                hidden_act="gelu_pytorch_tanh", patch_size=16, temporal_patch_size=2, spatial_merge_size=2,
                                num_position_embeddings=49, out_hidden_size=64, deepstack_visual_indexes=[0, 1, 3]))
SMOLVLM = dict(image_token_id=95, scale_factor=2, tie_word_embeddings=False,
               text_config=dict(TEXT, model_type="llama", max_position_embeddings=1024, rms_norm_eps=1e-5, rope_theta=10000.0,
                                pad_token_id=0),
               vision_config=dict(model_type="smolvlm_vision", hidden_size=16, intermediate_size=32, num_hidden_layers=3,
                                  num_attention_heads=2, image_size=50, patch_size=8, num_channels=3,
                                  hidden_act="gelu_pytorch_tanh", layer_norm_eps=1e-6))
IDEFICS3 = dict(SMOLVLM, vision_config=dict(SMOLVLM["vision_config"], model_type="idefics3_vision"))
INTERNVL = dict(image_token_id=95, image_seq_length=9, downsample_ratio=0.5, projector_hidden_act="gelu",
                vision_feature_layer=-1, vision_feature_select_strategy="default", tie_word_embeddings=False,
                text_config=dict(TEXT, model_type="qwen2", max_position_embeddings=1024, rms_norm_eps=1e-6,
                                 rope_theta=1000000.0, use_sliding_window=False),
                vision_config=dict(model_type="internvl_vision", hidden_size=16, intermediate_size=32, num_hidden_layers=3,
                                   num_attention_heads=2, attention_bias=True, image_size=[48, 48], patch_size=[8, 8],
                                   num_channels=3, hidden_act="gelu", norm_type="layer_norm", layer_norm_eps=1e-6,
                                   use_absolute_position_embeddings=True, use_mask_token=False, use_mean_pooling=True,
                                   use_qk_norm=False, layer_scale_init_value=0.1))
INTERNVL35 = dict(INTERNVL, text_config=dict(INTERNVL["text_config"], model_type="qwen3", head_dim=16),
                  vision_config=dict(INTERNVL["vision_config"], attention_bias=False))

MASK = (1 << 64) - 1


def uniform(name, count):
    """SplitMix64 seeded by FNV-1a of the name, in [-1, 1), exact in float32."""
    seed = 0xCBF29CE484222325
    for b in name.encode():
        seed = ((seed ^ b) * 0x100000001B3) & MASK
    with np.errstate(over="ignore"):
        z = np.uint64(seed) + np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        z = z ^ (z >> np.uint64(31))
    return np.float32(2) * ((z >> np.uint64(40)).astype(np.float32) / np.float32(1 << 24)) - np.float32(1)


def seeded(name, shape):
    """Values of a weight by its canonical name."""
    count = int(np.prod(shape))
    r = uniform(name, count)
    if name.endswith("bias"):
        v = np.float32(0.05) * r
    elif re.fullmatch(r".*(norm\d?|layrnorm|ln_q)\.weight", name):
        v = np.float32(1) + np.float32(0.1) * r
    elif re.fullmatch(r"newline|.*(class_embedding|embed_tokens\.weight|position_embedding\.weight)", name):
        v = np.float32(0.5) * r
    else:
        v = r * np.float32(np.sqrt(3.0 / (count // shape[0])))
    return torch.from_numpy(v.reshape(shape))


def inputs(name, *shape):
    """A seeded input tensor in [-1, 1)."""
    return torch.from_numpy(uniform(name, int(np.prod(shape))).reshape(shape))


def canonical(name):
    """Name of a transformers parameter in our terms."""
    for start, ours in (("model.vision_model.", "vision."), ("model.connector.modality_projection.", ""),
                        ("model.text_model.", "lm.")):
        if name.startswith(start):
            return ours + name[len(start):]
    n = re.sub(r"^model\.(?=language_model|vision_tower|multi_modal_projector|image_newline|visual)", "", name)
    n = re.sub(r"^vision_tower\.(vision_tower\.)?(vision_model\.)?", "vision.", n)
    n = re.sub(r"^visual\.", "vision.", n)
    n = re.sub(r"^language_model\.lm_head\.", "lm_head.", n)
    n = re.sub(r"^language_model\.(model\.)?", "lm.", n)
    n = re.sub(r"^model\.", "lm.", n)
    n = n.replace("multi_modal_projector.linear_", "proj.fc").replace("multi_modal_projector.", "proj.")
    return "newline" if n == "image_newline" else n


def build(kind, config):
    """A model of the given transformers class stem with seeded weights."""
    config = copy.deepcopy(config)
    cfg = getattr(transformers, kind + "Config")(**config)
    cfg._attn_implementation = "eager"
    model = getattr(transformers, kind + "ForConditionalGeneration")._from_config(cfg, attn_implementation="eager")
    model = model.float().eval()
    with torch.no_grad():
        for name, p in model.named_parameters():
            p.copy_(seeded(canonical(name), tuple(p.shape)))
    model.generation_config.eos_token_id = None
    model.generation_config.do_sample = False
    return model
