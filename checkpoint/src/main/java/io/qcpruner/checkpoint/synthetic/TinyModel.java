package io.qcpruner.checkpoint.synthetic;

/**
 * The tiny configurations that parity tests run, as the JSON of transformers. They cover grouped
 * heads, four decoder layers, feature-layer selection and odd grids.
 */
public enum TinyModel {
  LLAVA(
      """
      {"architectures":["LlavaForConditionalGeneration"],"model_type":"llava",
       "image_token_index":95,"image_seq_length":16,"projector_hidden_act":"gelu",
       "vision_feature_layer":-2,"vision_feature_select_strategy":"default",
       "tie_word_embeddings":false,"torch_dtype":"float32",
       "text_config":{"model_type":"llama","vocab_size":96,"hidden_size":32,
        "intermediate_size":48,"num_hidden_layers":4,"num_attention_heads":4,
        "num_key_value_heads":2,"hidden_act":"silu","max_position_embeddings":256,
        "rms_norm_eps":1e-05,"rope_theta":10000.0,"bos_token_id":1,"eos_token_id":2,
        "pad_token_id":0,"tie_word_embeddings":false},
       "vision_config":{"model_type":"clip_vision_model","hidden_size":16,
        "intermediate_size":32,"num_hidden_layers":3,"num_attention_heads":2,"image_size":56,
        "patch_size":14,"num_channels":3,"projection_dim":16,"hidden_act":"quick_gelu",
        "layer_norm_eps":1e-05}}
      """),
  NEXT(
      LLAVA
          .json
          .replace("LlavaForConditionalGeneration", "LlavaNextForConditionalGeneration")
          .replace("\"model_type\":\"llava\"", "\"model_type\":\"llava_next\"")
          .replace(
              "\"image_seq_length\":16",
              "\"image_grid_pinpoints\":[[56,112],[112,56],[112,112],[168,56],[56,168]]")),
  VIDEO(
      """
      {"architectures":["LlavaOnevisionForConditionalGeneration"],"model_type":"llava_onevision",
       "image_token_index":94,"video_token_index":95,"projector_hidden_act":"gelu",
       "vision_feature_layer":-1,"vision_feature_select_strategy":"full",
       "vision_aspect_ratio":"anyres_max_9","image_grid_pinpoints":[[98,98]],
       "mm_newline_position":"grid",
       "tie_word_embeddings":false,"torch_dtype":"float32",
       "text_config":{"model_type":"qwen2","vocab_size":96,"hidden_size":32,
        "intermediate_size":48,"num_hidden_layers":4,"num_attention_heads":4,
        "num_key_value_heads":2,"hidden_act":"silu","max_position_embeddings":512,
        "rms_norm_eps":1e-06,"rope_theta":1000000.0,"use_sliding_window":false,
        "bos_token_id":1,"eos_token_id":2,"tie_word_embeddings":false},
       "vision_config":{"model_type":"siglip_vision_model","hidden_size":16,
        "intermediate_size":32,"num_hidden_layers":3,"num_attention_heads":2,"image_size":98,
        "patch_size":14,"num_channels":3,"hidden_act":"gelu_pytorch_tanh",
        "layer_norm_eps":1e-06,"vision_use_head":false}}
      """),
  ONEVISION(
      VIDEO
          .json
          .replace("\"mm_newline_position\":\"grid\",", "")
          .replace("anyres_max_9", "anyres_max_2")
          .replace("[[98,98]]", "[[98,98],[98,196],[196,98],[196,196],[98,294],[294,98]]")),
  QWEN(
      """
      {"architectures":["Qwen2_5_VLForConditionalGeneration"],"model_type":"qwen2_5_vl",
       "image_token_id":124,"video_token_id":125,"vision_start_token_id":122,
       "vision_end_token_id":123,"tie_word_embeddings":false,"torch_dtype":"float32",
       "text_config":{"model_type":"qwen2_5_vl_text","vocab_size":128,"hidden_size":64,
        "intermediate_size":96,"num_hidden_layers":4,"num_attention_heads":4,
        "num_key_value_heads":2,"hidden_act":"silu","max_position_embeddings":512,
        "rms_norm_eps":1e-06,"rope_theta":1000000.0,
        "rope_scaling":{"type":"mrope","mrope_section":[2,3,3]},"use_sliding_window":false,
        "bos_token_id":1,"eos_token_id":2,"tie_word_embeddings":false},
       "vision_config":{"depth":4,"hidden_size":32,"intermediate_size":48,"num_heads":2,
        "in_channels":3,"hidden_act":"silu","patch_size":14,"temporal_patch_size":2,
        "spatial_merge_size":2,"window_size":56,"fullatt_block_indexes":[1,3],
        "out_hidden_size":64,"tokens_per_second":2}}
      """),
  QWEN2(
      QWEN.json
          .replace("Qwen2_5_VL", "Qwen2VL")
          .replace("qwen2_5_vl", "qwen2_vl")
          .replace(
              "\"hidden_size\":32,\"intermediate_size\":48", "\"embed_dim\":32,\"mlp_ratio\":2")
          .replace(
              "\"hidden_act\":\"silu\",\"patch_size\"",
              "\"hidden_act\":\"quick_gelu\",\"patch_size\"")
          .replace(",\"window_size\":56,\"fullatt_block_indexes\":[1,3]", "")
          .replace("\"out_hidden_size\":64,\"tokens_per_second\":2", "\"hidden_size\":64")),
  QWEN3(
      """
      {"architectures":["Qwen3VLForConditionalGeneration"],"model_type":"qwen3_vl",
       "image_token_id":124,"video_token_id":125,"vision_start_token_id":122,
       "vision_end_token_id":123,"tie_word_embeddings":false,"torch_dtype":"float32",
       "text_config":{"model_type":"qwen3_vl_text","vocab_size":128,"hidden_size":64,
        "intermediate_size":96,"num_hidden_layers":5,"num_attention_heads":4,
        "num_key_value_heads":2,"head_dim":32,"hidden_act":"silu","max_position_embeddings":512,
        "rms_norm_eps":1e-06,"rope_theta":5000000.0,"attention_bias":false,
        "rope_scaling":{"rope_type":"default","mrope_interleaved":true,"mrope_section":[6,5,5]},
        "bos_token_id":1,"eos_token_id":2,"tie_word_embeddings":false},
       "vision_config":{"depth":4,"hidden_size":32,"intermediate_size":48,"num_heads":2,
        "in_channels":3,"hidden_act":"gelu_pytorch_tanh","patch_size":16,
        "temporal_patch_size":2,"spatial_merge_size":2,"num_position_embeddings":49,
        "out_hidden_size":64,"deepstack_visual_indexes":[0,1,3]}}
      """),
  SMOLVLM(
      """
      {"architectures":["SmolVLMForConditionalGeneration"],"model_type":"smolvlm",
       "image_token_id":95,"scale_factor":2,"tie_word_embeddings":false,"torch_dtype":"float32",
       "text_config":{"model_type":"llama","vocab_size":96,"hidden_size":32,
        "intermediate_size":48,"num_hidden_layers":4,"num_attention_heads":4,
        "num_key_value_heads":2,"hidden_act":"silu","max_position_embeddings":1024,
        "rms_norm_eps":1e-05,"rope_theta":10000.0,"bos_token_id":1,"eos_token_id":2,
        "pad_token_id":0,"tie_word_embeddings":false},
       "vision_config":{"model_type":"smolvlm_vision","hidden_size":16,
        "intermediate_size":32,"num_hidden_layers":3,"num_attention_heads":2,"image_size":50,
        "patch_size":8,"num_channels":3,"hidden_act":"gelu_pytorch_tanh","layer_norm_eps":1e-06}}
      """),
  IDEFICS3(SMOLVLM.json.replace("SmolVLM", "Idefics3").replace("smolvlm", "idefics3")),
  INTERNVL(
      """
      {"architectures":["InternVLForConditionalGeneration"],"model_type":"internvl",
       "image_token_id":95,"image_seq_length":9,"downsample_ratio":0.5,
       "projector_hidden_act":"gelu","vision_feature_layer":-1,
       "vision_feature_select_strategy":"default","tie_word_embeddings":false,
       "torch_dtype":"float32",
       "text_config":{"model_type":"qwen2","vocab_size":96,"hidden_size":32,
        "intermediate_size":48,"num_hidden_layers":4,"num_attention_heads":4,
        "num_key_value_heads":2,"hidden_act":"silu","max_position_embeddings":1024,
        "rms_norm_eps":1e-06,"rope_theta":1000000.0,"use_sliding_window":false,
        "bos_token_id":1,"eos_token_id":2,"tie_word_embeddings":false},
       "vision_config":{"model_type":"internvl_vision","hidden_size":16,
        "intermediate_size":32,"num_hidden_layers":3,"num_attention_heads":2,
        "attention_bias":true,"image_size":[48,48],"patch_size":[8,8],"num_channels":3,
        "hidden_act":"gelu","norm_type":"layer_norm","layer_norm_eps":1e-06,
        "use_absolute_position_embeddings":true,"use_mask_token":false,"use_mean_pooling":true,
        "use_qk_norm":false,"layer_scale_init_value":0.1}}
      """),
  /** InternVL 3.5: the decoder is Qwen3, and the tower may lack biases. */
  INTERNVL35(
      INTERNVL
          .json
          .replace("\"model_type\":\"qwen2\"", "\"model_type\":\"qwen3\",\"head_dim\":16")
          .replace("\"attention_bias\":true", "\"attention_bias\":false"));

  private final String json;

  TinyModel(String json) {
    this.json = json;
  }

  /** How published files of the family name their tensors, or one of the ways. */
  public NameLayout names() {
    return switch (this) {
      case SMOLVLM, IDEFICS3 -> NameLayout.IDEFICS;
      case INTERNVL, INTERNVL35 -> NameLayout.D;
      default -> NameLayout.B;
    };
  }

  /** The config.json text in the form of transformers. */
  public String json() {
    return json;
  }
}
