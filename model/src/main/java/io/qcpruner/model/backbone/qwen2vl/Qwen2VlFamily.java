package io.qcpruner.model.backbone.qwen2vl;

import io.qcpruner.checkpoint.config.ConfigFiles;
import io.qcpruner.checkpoint.config.ConfigNode;
import io.qcpruner.checkpoint.config.DecoderType;
import io.qcpruner.checkpoint.synthetic.ModelShape;
import io.qcpruner.checkpoint.synthetic.NameLayout;
import io.qcpruner.model.backbone.BackboneConfig;
import io.qcpruner.model.backbone.BackboneFamily;
import io.qcpruner.model.backbone.BackboneSpec;
import io.qcpruner.model.backbone.PublishedModel;
import io.qcpruner.model.backbone.qwen.QwenConfig;
import java.io.IOException;
import java.util.List;

/**
 * Qwen2-VL: patches of a picture of any size through a tower whose merger makes one row of four
 * patches, and positions with three axes. Wang et al., "Qwen2-VL: Enhancing Vision-Language Model's
 * Perception of the World at Any Resolution", 2024.
 */
public final class Qwen2VlFamily implements BackboneFamily {
  private static final String TYPE = "qwen2_vl";

  @Override
  public String id() {
    return "qwen2-vl";
  }

  @Override
  public String label() {
    return "Qwen2-VL";
  }

  @Override
  public List<String> modelTypes() {
    return List.of(TYPE);
  }

  @Override
  public boolean recognises(ConfigNode config) throws IOException {
    return config.text("model_type", "").equals(TYPE);
  }

  @Override
  public BackboneSpec read(ConfigFiles files) throws IOException {
    ConfigNode config = files.config();
    Qwen2VisionConfig vision = Qwen2VisionConfig.read(config.object("vision_config"));
    BackboneConfig backbone =
        QwenConfig.read(config, DecoderType.QWEN2_THREE_AXES, vision.outWidth(), "hidden_size");
    return new Qwen2VlSpec(this, backbone, vision, files);
  }

  @Override
  public List<ModelShape> shapes() {
    return List.of(
        new ModelShape("qwen2-vl-2b", TWO_BILLION, NameLayout.QWEN_OLD, 1348),
        new ModelShape("qwen2-vl-7b", SEVEN_BILLION, NameLayout.QWEN_OLD, 1348));
  }

  /** Pictures of about a megapixel: 72 by 72 patches, four to a token. */
  @Override
  public List<PublishedModel> published() {
    int rows = 72 * 72;
    return List.of(
        new PublishedModel("Qwen/Qwen2-VL-2B-Instruct", "qwen2-vl-2b", rows, "Apache 2.0"),
        new PublishedModel("Qwen/Qwen2-VL-7B-Instruct", "qwen2-vl-7b", rows, "Apache 2.0"));
  }

  private static final String SEVEN_BILLION =
      """
      {"architectures":["Qwen2VLForConditionalGeneration"],"model_type":"qwen2_vl",
       "image_token_id":151655,"video_token_id":151656,"vision_start_token_id":151652,
       "vision_end_token_id":151653,
       "text_config":{"model_type":"qwen2_vl_text","vocab_size":152064,"hidden_size":3584,
        "intermediate_size":18944,"num_hidden_layers":28,"num_attention_heads":28,
        "num_key_value_heads":4,"max_position_embeddings":32768,"rms_norm_eps":1e-06,
        "rope_theta":1000000.0,"rope_scaling":{"type":"mrope","mrope_section":[16,24,24]},
        "use_sliding_window":false},
       "vision_config":{"depth":32,"embed_dim":1280,"hidden_size":3584,"mlp_ratio":4,
        "num_heads":16,"in_channels":3,"hidden_act":"quick_gelu","patch_size":14,
        "temporal_patch_size":2,"spatial_merge_size":2}}
      """;

  private static final String TWO_BILLION =
      SEVEN_BILLION
          .replace(
              "\"vision_end_token_id\":151653,",
              "\"vision_end_token_id\":151653,\"tie_word_embeddings\":true,")
          .replace("\"vocab_size\":152064", "\"vocab_size\":151936")
          .replace("\"hidden_size\":3584", "\"hidden_size\":1536")
          .replace("\"intermediate_size\":18944", "\"intermediate_size\":8960")
          .replace("\"num_attention_heads\":28", "\"num_attention_heads\":12")
          .replace("\"num_key_value_heads\":4", "\"num_key_value_heads\":2");
}
