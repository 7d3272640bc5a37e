package io.qcpruner.model.backbone.qwen25vl;

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
 * Qwen2.5-VL: patches through a windowed tower whose merger makes one row of four patches, and
 * positions with three axes. Bai et al., "Qwen2.5-VL Technical Report", 2025.
 */
public final class Qwen25VlFamily implements BackboneFamily {
  private static final String TYPE = "qwen2_5_vl";

  @Override
  public String id() {
    return "qwen2.5-vl";
  }

  @Override
  public String label() {
    return "Qwen2.5-VL";
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
    QwenVisionConfig vision = QwenVisionConfig.read(config.object("vision_config"));
    BackboneConfig backbone =
        QwenConfig.read(
            config, DecoderType.QWEN2_THREE_AXES, vision.outHiddenSize(), "out_hidden_size");
    return new Qwen25VlSpec(this, backbone, vision, files);
  }

  @Override
  public List<ModelShape> shapes() {
    return List.of(
        new ModelShape("qwen2.5-vl-3b", THREE_BILLION, NameLayout.QWEN_NEW, 1348),
        new ModelShape("qwen2.5-vl-7b", SEVEN_BILLION, NameLayout.QWEN_NEW, 1348));
  }

  /** Pictures of about a megapixel: 72 by 72 patches, four to a token. */
  @Override
  public List<PublishedModel> published() {
    int rows = 72 * 72;
    return List.of(
        new PublishedModel(
            "Qwen/Qwen2.5-VL-3B-Instruct", "qwen2.5-vl-3b", rows, "Qwen research, not commercial"),
        new PublishedModel("Qwen/Qwen2.5-VL-7B-Instruct", "qwen2.5-vl-7b", rows, "Apache 2.0"));
  }

  private static final String SEVEN_BILLION =
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

  private static final String THREE_BILLION =
      SEVEN_BILLION
          .replace(
              "\"vision_end_token_id\":151653,",
              "\"vision_end_token_id\":151653," + "\"tie_word_embeddings\":true,")
          .replace("\"vocab_size\":152064", "\"vocab_size\":151936")
          .replace("\"hidden_size\":3584", "\"hidden_size\":2048")
          .replace("\"intermediate_size\":18944", "\"intermediate_size\":11008")
          .replace("\"num_hidden_layers\":28", "\"num_hidden_layers\":36")
          .replace("\"num_attention_heads\":28", "\"num_attention_heads\":16")
          .replace("\"num_key_value_heads\":4", "\"num_key_value_heads\":2")
          .replace("\"out_hidden_size\":3584", "\"out_hidden_size\":2048");
}
