package io.qcpruner.model.backbone.qwen3vl;

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
 * Qwen3-VL with dense decoders: pictures of any size, rows of several tower layers added inside the
 * decoder, positions with three axes that take turns, and the times of a clip's slices as text. Bai
 * et al., "Qwen3-VL Technical Report", 2025.
 */
public final class Qwen3VlFamily implements BackboneFamily {
  private static final String TYPE = "qwen3_vl";

  @Override
  public String id() {
    return "qwen3-vl";
  }

  @Override
  public String label() {
    return "Qwen3-VL";
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
    Qwen3VisionConfig vision = Qwen3VisionConfig.read(config.object("vision_config"));
    BackboneConfig backbone =
        QwenConfig.read(config, DecoderType.QWEN3_THREE_AXES, vision.outWidth(), "out_hidden_size");
    if (vision.deepLayers().length > backbone.decoder().layers()) {
      throw config
          .object("vision_config")
          .wrong(
              "deepstack_visual_indexes",
              "at most as many as the decoder's layers, " + backbone.decoder().layers());
    }
    return new Qwen3VlSpec(this, backbone, vision, files);
  }

  @Override
  public List<ModelShape> shapes() {
    return List.of(
        new ModelShape("qwen3-vl-2b", TWO_BILLION, NameLayout.QWEN_NEW, 1330),
        new ModelShape("qwen3-vl-4b", FOUR_BILLION, NameLayout.QWEN_NEW, 1330),
        new ModelShape("qwen3-vl-8b", EIGHT_BILLION, NameLayout.QWEN_NEW, 1330));
  }

  /** Pictures of 1152 by 1152 pixels: 72 by 72 patches, four to a token. */
  @Override
  public List<PublishedModel> published() {
    int rows = 72 * 72;
    return List.of(
        new PublishedModel("Qwen/Qwen3-VL-2B-Instruct", "qwen3-vl-2b", rows, "Apache 2.0"),
        new PublishedModel("Qwen/Qwen3-VL-4B-Instruct", "qwen3-vl-4b", rows, "Apache 2.0"),
        new PublishedModel("Qwen/Qwen3-VL-8B-Instruct", "qwen3-vl-8b", rows, "Apache 2.0"));
  }

  private static final String EIGHT_BILLION =
      """
      {"architectures":["Qwen3VLForConditionalGeneration"],"model_type":"qwen3_vl",
       "image_token_id":151655,"video_token_id":151656,"vision_start_token_id":151652,
       "vision_end_token_id":151653,"tie_word_embeddings":false,
       "text_config":{"model_type":"qwen3_vl_text","vocab_size":151936,"hidden_size":4096,
        "intermediate_size":12288,"num_hidden_layers":36,"num_attention_heads":32,
        "num_key_value_heads":8,"head_dim":128,"max_position_embeddings":262144,
        "rms_norm_eps":1e-06,"rope_theta":5000000.0,"attention_bias":false,
        "rope_scaling":{"rope_type":"default","mrope_interleaved":true,
         "mrope_section":[24,20,20]}},
       "vision_config":{"model_type":"qwen3_vl","depth":27,"hidden_size":1152,
        "intermediate_size":4304,"num_heads":16,"in_channels":3,"patch_size":16,
        "hidden_act":"gelu_pytorch_tanh","temporal_patch_size":2,"spatial_merge_size":2,
        "num_position_embeddings":2304,"out_hidden_size":4096,
        "deepstack_visual_indexes":[8,16,24]}}
      """;

  private static final String FOUR_BILLION =
      EIGHT_BILLION
          .replace("\"tie_word_embeddings\":false", "\"tie_word_embeddings\":true")
          .replace("\"depth\":27,\"hidden_size\":1152", "\"depth\":24,\"hidden_size\":1024")
          .replace("\"intermediate_size\":4304", "\"intermediate_size\":4096")
          .replace("[8,16,24]", "[5,11,17]")
          .replace("hidden_size\":4096", "hidden_size\":2560")
          .replace("\"intermediate_size\":12288", "\"intermediate_size\":9728");

  private static final String TWO_BILLION =
      FOUR_BILLION
          .replace("hidden_size\":2560", "hidden_size\":2048")
          .replace("\"intermediate_size\":9728", "\"intermediate_size\":6144")
          .replace("\"num_hidden_layers\":36", "\"num_hidden_layers\":28")
          .replace("\"num_attention_heads\":32", "\"num_attention_heads\":16");
}
