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
 * Idefics3 and the first SmolVLM: pictures as tiles with row and column tags and as a whole, no
 * clips. Laurençon et al., "Building and better understanding vision-language models: insights and
 * future directions", 2024.
 */
public final class Idefics3Family implements BackboneFamily {
  private static final String TYPE = "idefics3";

  @Override
  public String id() {
    return "idefics-3";
  }

  @Override
  public String label() {
    return "Idefics3";
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
    return new SmolVlmSpec(this, false, files);
  }

  @Override
  public String canonicalName(String fileName) {
    return SmolVlmNames.canonical(fileName);
  }

  @Override
  public List<ModelShape> shapes() {
    return List.of(new ModelShape("idefics3-8b", EIGHT_BILLION, NameLayout.IDEFICS, 13 * 169 + 62));
  }

  /** Twelve tiles and the whole, 26 by 26 patches each. */
  @Override
  public List<PublishedModel> published() {
    return List.of(
        new PublishedModel(
            "HuggingFaceM4/Idefics3-8B-Llama3", "idefics3-8b", 13 * 26 * 26, "Apache 2.0"));
  }

  private static final String EIGHT_BILLION =
      """
      {"architectures":["Idefics3ForConditionalGeneration"],"model_type":"idefics3",
       "image_token_id":128257,"scale_factor":2,"tie_word_embeddings":false,
       "text_config":{"model_type":"llama","vocab_size":128259,"hidden_size":4096,
        "intermediate_size":14336,"num_hidden_layers":32,"num_attention_heads":32,
        "num_key_value_heads":8,"max_position_embeddings":131072,"rms_norm_eps":1e-05,
        "rope_theta":500000.0},
       "vision_config":{"model_type":"idefics3_vision","hidden_size":1152,
        "intermediate_size":4304,"num_hidden_layers":27,"num_attention_heads":16,
        "image_size":364,"patch_size":14,"hidden_act":"gelu_pytorch_tanh",
        "layer_norm_eps":1e-06}}
      """;
}
