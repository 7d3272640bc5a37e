package io.qcpruner.checkpoint.synthetic;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Shapes of full-size models, for measurements on generated weights. */
public enum ModelShape {
  /** LLaVA-1.5 in small: 0.52 billion parameters, 576 visual rows, 12 tower layers. */
  LLAVA_0_5B("llava-1.5-0.5b", Text.llama("llava", "", 1024, 2752, 24, 16, 12)),
  LLAVA_1_5_7B("llava-1.5-7b", Text.llama("llava", "", 4096, 11008, 32, 32, 24)),
  LLAVA_NEXT_7B(
      "llava-next-7b",
      Text.llama(
          "llava_next",
          "\"image_grid_pinpoints\":[[336,672],[672,336],[672,672],[1008,336],[336,1008]],",
          4096,
          11008,
          32,
          32,
          24)),
  LLAVA_VIDEO_7B("llava-video-7b", Text.VIDEO),
  QWEN2_5_VL_7B("qwen2.5-vl-7b", Text.QWEN);

  private final String id;
  private final String json;

  ModelShape(String id, String json) {
    this.id = id;
    this.json = json;
  }

  public String id() {
    return id;
  }

  /** The configuration with all layers. */
  public String json() {
    return json;
  }

  /** The configuration with another number of decoder layers. */
  public String json(int decoderLayers) {
    if (decoderLayers < 1) {
      throw new IllegalArgumentException("a decoder of " + decoderLayers + " layers");
    }
    try {
      ObjectNode root = (ObjectNode) new ObjectMapper().readTree(json);
      ((ObjectNode) root.get("text_config")).put("num_hidden_layers", decoderLayers);
      return root.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static ModelShape named(String id) {
    return Arrays.stream(values())
        .filter(shape -> shape.id.equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown shape %s; known are %s"
                        .formatted(
                            id,
                            Arrays.stream(values())
                                .map(ModelShape::id)
                                .collect(Collectors.joining(", ")))));
  }

  private static final class Text {
    private static final String VIDEO =
        """
        {"architectures":["LlavaOnevisionForConditionalGeneration"],
         "model_type":"llava_onevision","image_token_index":151646,"video_token_index":151647,
         "projector_hidden_act":"gelu","vision_feature_layer":-1,
         "vision_feature_select_strategy":"full","vision_aspect_ratio":"anyres_max_9",
         "image_grid_pinpoints":[[384,384]],
         "text_config":{"model_type":"qwen2","vocab_size":152064,"hidden_size":3584,
          "intermediate_size":18944,"num_hidden_layers":28,"num_attention_heads":28,
          "num_key_value_heads":4,"max_position_embeddings":32768,"rms_norm_eps":1e-06,
          "rope_theta":1000000.0,"use_sliding_window":false},
         "vision_config":{"model_type":"siglip_vision_model","hidden_size":1152,
          "intermediate_size":4304,"num_hidden_layers":26,"num_attention_heads":16,
          "image_size":384,"patch_size":14,"hidden_act":"gelu_pytorch_tanh",
          "layer_norm_eps":1e-06,"vision_use_head":false}}
        """;
    private static final String QWEN =
        """
        {"architectures":["Qwen2_5_VLForConditionalGeneration"],"model_type":"qwen2_5_vl",
         "image_token_id":151655,"video_token_id":151656,"vision_start_token_id":151652,
         "vision_end_token_id":151653,
         "text_config":{"model_type":"qwen2_5_vl_text","vocab_size":152064,"hidden_size":3584,
          "intermediate_size":18944,"num_hidden_layers":28,"num_attention_heads":28,
          "num_key_value_heads":4,"max_position_embeddings":128000,"rms_norm_eps":1e-06,
          "rope_theta":1000000.0,"rope_scaling":{"type":"mrope","mrope_section":[16,24,24]},
          "use_sliding_window":false},
         "vision_config":{"depth":32,"hidden_size":1280,"intermediate_size":3420,
          "num_heads":16,"in_channels":3,"hidden_act":"silu","patch_size":14,
          "temporal_patch_size":2,"spatial_merge_size":2,"window_size":112,
          "fullatt_block_indexes":[7,15,23,31],"out_hidden_size":3584,"tokens_per_second":2}}
        """;

    private static String llama(
        String type, String extra, int width, int inner, int layers, int heads, int towerLayers) {
      String architecture = type.equals("llava") ? "Llava" : "LlavaNext";
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
}
