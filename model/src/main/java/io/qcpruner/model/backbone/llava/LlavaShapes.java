package io.qcpruner.model.backbone.llava;

/** Configuration texts of full-size LLaVA models on a Llama decoder. */
public final class LlavaShapes {
  private LlavaShapes() {}

  /**
   * The configuration in the form of transformers, on the tower of CLIP ViT-L/14-336.
   *
   * @param extra further top-level keys, each with a comma after it
   */
  public static String llama(
      String architecture,
      String type,
      String extra,
      int width,
      int inner,
      int layers,
      int heads,
      int towerLayers) {
    return """
    {"architectures":["%sForConditionalGeneration"],"model_type":"%s",%s
     "image_token_index":32000,"pad_token_id":32001,"projector_hidden_act":"gelu",
     "vision_feature_layer":-2,"vision_feature_select_strategy":"default",
     "text_config":{"model_type":"llama","vocab_size":32064,"hidden_size":%d,
      "intermediate_size":%d,"num_hidden_layers":%d,"num_attention_heads":%d,
      "num_key_value_heads":%d,"max_position_embeddings":4096,"rms_norm_eps":1e-05},
     "vision_config":{"model_type":"clip_vision_model","hidden_size":1024,
      "intermediate_size":4096,"num_hidden_layers":%d,"num_attention_heads":16,
      "image_size":336,"patch_size":14,"projection_dim":768,"hidden_act":"quick_gelu",
      "layer_norm_eps":1e-05}}
    """
        .formatted(architecture, type, extra, width, inner, layers, heads, heads, towerLayers);
  }
}
