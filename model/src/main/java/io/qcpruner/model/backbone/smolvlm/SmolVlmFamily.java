package io.qcpruner.model.backbone.smolvlm;

import io.qcpruner.checkpoint.config.ConfigFiles;
import io.qcpruner.checkpoint.config.ConfigNode;
import io.qcpruner.checkpoint.synthetic.ModelShape;
import io.qcpruner.checkpoint.synthetic.NameLayout;
import io.qcpruner.model.backbone.BackboneFamily;
import io.qcpruner.model.backbone.BackboneSpec;
import io.qcpruner.model.backbone.PublishedModel;
import java.io.IOException;
import java.util.List;

/**
 * SmolVLM2: Idefics3's design in small sizes, and clips as frames with their times. Marafioti et
 * al., "SmolVLM: Redefining small and efficient multimodal models", 2025.
 */
public final class SmolVlmFamily implements BackboneFamily {
  static final String TYPE = "smolvlm";

  @Override
  public String id() {
    return "smolvlm2";
  }

  @Override
  public String label() {
    return "SmolVLM";
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
    return new SmolVlmSpec(this, true, files);
  }

  @Override
  public String canonicalName(String fileName) {
    return SmolVlmNames.canonical(fileName);
  }

  @Override
  public List<ModelShape> shapes() {
    return List.of(
        new ModelShape("smolvlm2-256m", SMALLEST, NameLayout.IDEFICS, 13 * 64 + 62),
        new ModelShape("smolvlm2-500m", SMALL, NameLayout.IDEFICS, 13 * 64 + 62),
        new ModelShape("smolvlm2-2.2b", LARGE, NameLayout.IDEFICS, 13 * 81 + 62));
  }

  /** Twelve tiles and the whole: 32 by 32 patches each, or 27 by 27. */
  @Override
  public List<PublishedModel> published() {
    int rows = 13 * 32 * 32;
    return List.of(
        new PublishedModel(
            "HuggingFaceTB/SmolVLM2-256M-Video-Instruct", "smolvlm2-256m", rows, "Apache 2.0"),
        new PublishedModel(
            "HuggingFaceTB/SmolVLM2-500M-Video-Instruct", "smolvlm2-500m", rows, "Apache 2.0"),
        new PublishedModel(
            "HuggingFaceTB/SmolVLM2-2.2B-Instruct", "smolvlm2-2.2b", 13 * 27 * 27, "Apache 2.0"));
  }

  private static final String SMALL =
      """
      {"architectures":["SmolVLMForConditionalGeneration"],"model_type":"smolvlm",
       "image_token_id":49190,"scale_factor":4,"tie_word_embeddings":false,
       "text_config":{"model_type":"llama","vocab_size":49280,"hidden_size":960,
        "intermediate_size":2560,"num_hidden_layers":32,"num_attention_heads":15,
        "num_key_value_heads":5,"head_dim":64,"max_position_embeddings":8192,
        "rms_norm_eps":1e-05,"rope_theta":100000},
       "vision_config":{"model_type":"smolvlm_vision","hidden_size":768,
        "intermediate_size":3072,"num_hidden_layers":12,"num_attention_heads":12,
        "image_size":512,"patch_size":16,"hidden_act":"gelu_pytorch_tanh",
        "layer_norm_eps":1e-06}}
      """;

  private static final String SMALLEST =
      SMALL
          .replace("\"hidden_size\":960", "\"hidden_size\":576")
          .replace("\"intermediate_size\":2560", "\"intermediate_size\":1536")
          .replace("\"num_hidden_layers\":32", "\"num_hidden_layers\":30")
          .replace("\"num_attention_heads\":15", "\"num_attention_heads\":9")
          .replace("\"num_key_value_heads\":5", "\"num_key_value_heads\":3");

  private static final String LARGE =
      SMALL
          .replace("\"scale_factor\":4", "\"scale_factor\":3")
          .replace("\"hidden_size\":960", "\"hidden_size\":2048")
          .replace("\"intermediate_size\":2560", "\"intermediate_size\":8192")
          .replace("\"num_hidden_layers\":32", "\"num_hidden_layers\":24")
          .replace("\"num_attention_heads\":15", "\"num_attention_heads\":32")
          .replace("\"num_key_value_heads\":5", "\"num_key_value_heads\":32")
          .replace("\"rope_theta\":100000", "\"rope_theta\":130000")
          .replace("\"hidden_size\":768", "\"hidden_size\":1152")
          .replace("\"intermediate_size\":3072", "\"intermediate_size\":4304")
          .replace("\"num_hidden_layers\":12", "\"num_hidden_layers\":27")
          .replace("\"num_attention_heads\":12", "\"num_attention_heads\":16")
          .replace("\"image_size\":512,\"patch_size\":16", "\"image_size\":384,\"patch_size\":14");
}
