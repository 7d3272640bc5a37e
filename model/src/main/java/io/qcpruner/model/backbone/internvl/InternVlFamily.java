package io.qcpruner.model.backbone.internvl;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.ConfigFiles;
import io.qcpruner.checkpoint.config.ConfigNode;
import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.config.DecoderReader;
import io.qcpruner.checkpoint.config.DecoderType;
import io.qcpruner.checkpoint.config.KnownFields;
import io.qcpruner.checkpoint.synthetic.ModelShape;
import io.qcpruner.checkpoint.synthetic.NameLayout;
import io.qcpruner.checkpoint.weights.CanonicalNames;
import io.qcpruner.model.backbone.BackboneConfig;
import io.qcpruner.model.backbone.BackboneFamily;
import io.qcpruner.model.backbone.BackboneSpec;
import io.qcpruner.model.backbone.PublishedModel;
import io.qcpruner.model.backbone.shuffle.PixelShuffle;
import java.io.IOException;
import java.util.List;

/**
 * InternVL3 and 3.5 in the layout of transformers: a picture as tiles and as a whole through
 * InternViT, four patches to a token. Zhu et al., "InternVL3: Exploring Advanced Training and
 * Test-Time Recipes for Open-Source Multimodal Models", 2025.
 */
public final class InternVlFamily implements BackboneFamily {
  private static final String TYPE = "internvl";
  private static final String ORIGINAL = "internvl_chat";
  private static final String TIE = "tie_word_embeddings";
  private static final String PROJECTOR = "multi_modal_projector.";

  @Override
  public String id() {
    return "internvl3";
  }

  @Override
  public String label() {
    return "InternVL";
  }

  @Override
  public List<String> modelTypes() {
    return List.of(TYPE);
  }

  @Override
  public boolean recognises(ConfigNode config) throws IOException {
    return List.of(TYPE, ORIGINAL).contains(config.text("model_type", ""));
  }

  @Override
  public BackboneSpec read(ConfigFiles files) throws IOException {
    ConfigNode config = files.config();
    if (config.text("model_type", "").equals(ORIGINAL)) {
      throw new ConfigException(
          config.file()
              + ": model_type internvl_chat is the layout of the authors' own program, which is"
              + " not read; take the repository of the same model whose name ends in -hf");
    }
    InternVisionConfig vision = InternVisionConfig.read(config.object("vision_config"));
    PixelShuffle shuffle = shuffle(config, vision.grid());
    ConfigNode text = config.object("text_config");
    DecoderType type = DecoderType.of(text, DecoderType.QWEN2);
    DecoderConfig decoder = DecoderReader.read(text, type, config.flag(TIE, true));
    if (decoder.mropeSection().length > 0) {
      throw text.wrong("model_type", "a decoder whose positions have one axis");
    }
    type.fields().refuseRest(text);
    BackboneConfig backbone =
        new BackboneConfig(
            decoder, config.integer("image_token_id", 151667), -1, -1, -1, decoder.maxPositions());
    KnownFields.INTERNVL.refuseRest(config);
    return new InternVlSpec(this, backbone, vision, shuffle, files);
  }

  private static PixelShuffle shuffle(ConfigNode config, int grid) throws ConfigException {
    double ratio = config.positive("downsample_ratio", 0.5, 1);
    int factor = (int) Math.rint(1 / ratio);
    if (factor * ratio != 1 || grid % factor != 0) {
      throw config.wrong(
          "downsample_ratio", "1 / n with n a divisor of image_size / patch_size, " + grid);
    }
    return new PixelShuffle(grid, factor);
  }

  /** Transformers ties a head unless the file says otherwise; files with a head may say nothing. */
  @Override
  public boolean saysTied(ConfigNode config) {
    return config.has(TIE);
  }

  @Override
  public String canonicalName(String fileName) {
    String name = CanonicalNames.of(fileName);
    return name.startsWith(PROJECTOR) ? "proj." + name.substring(PROJECTOR.length()) : name;
  }

  @Override
  public List<ModelShape> shapes() {
    int rows = 13 * 256 + 62;
    return List.of(
        new ModelShape("internvl3-1b", ONE_BILLION, NameLayout.D, rows),
        new ModelShape("internvl3-2b", TWO_BILLION, NameLayout.D, rows),
        new ModelShape("internvl3-8b", EIGHT_BILLION, NameLayout.D, rows));
  }

  /** Twelve tiles and the whole, 1024 patches and a class row each. */
  @Override
  public List<PublishedModel> published() {
    int rows = 13 * 1025;
    return List.of(
        new PublishedModel(
            "OpenGVLab/InternVL3-1B-hf", "internvl3-1b", rows, "MIT, decoder under Qwen's"),
        new PublishedModel(
            "OpenGVLab/InternVL3-2B-hf", "internvl3-2b", rows, "MIT, decoder under Qwen's"),
        new PublishedModel(
            "OpenGVLab/InternVL3-8B-hf", "internvl3-8b", rows, "MIT, decoder under Qwen's"));
  }

  private static final String EIGHT_BILLION =
      """
      {"architectures":["InternVLForConditionalGeneration"],"model_type":"internvl",
       "image_token_id":151667,"image_seq_length":256,"downsample_ratio":0.5,
       "projector_hidden_act":"gelu","vision_feature_layer":-1,
       "vision_feature_select_strategy":"default","tie_word_embeddings":false,
       "text_config":{"model_type":"qwen2","vocab_size":151674,"hidden_size":3584,
        "intermediate_size":18944,"num_hidden_layers":28,"num_attention_heads":28,
        "num_key_value_heads":4,"max_position_embeddings":32768,"rms_norm_eps":1e-06,
        "rope_theta":1000000.0,"use_sliding_window":false},
       "vision_config":{"model_type":"internvl_vision","hidden_size":1024,
        "intermediate_size":4096,"num_hidden_layers":24,"num_attention_heads":16,
        "attention_bias":true,"image_size":[448,448],"patch_size":[14,14],"hidden_act":"gelu",
        "norm_type":"layer_norm","layer_norm_eps":1e-06,"use_mean_pooling":true,
        "use_qk_norm":false}}
      """;

  private static final String TWO_BILLION =
      EIGHT_BILLION
          .replace("\"hidden_size\":3584", "\"hidden_size\":1536")
          .replace("\"intermediate_size\":18944", "\"intermediate_size\":8960")
          .replace("\"num_attention_heads\":28", "\"num_attention_heads\":12")
          .replace("\"num_key_value_heads\":4", "\"num_key_value_heads\":2");

  private static final String ONE_BILLION =
      EIGHT_BILLION
          .replace("\"hidden_size\":3584", "\"hidden_size\":896")
          .replace("\"intermediate_size\":18944", "\"intermediate_size\":4864")
          .replace("\"num_hidden_layers\":28", "\"num_hidden_layers\":24")
          .replace("\"num_attention_heads\":28", "\"num_attention_heads\":14")
          .replace("\"num_key_value_heads\":4", "\"num_key_value_heads\":2");
}
