package io.qcpruner.model.backbone.llavaonevision;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.ConfigFiles;
import io.qcpruner.checkpoint.config.ConfigNode;
import io.qcpruner.checkpoint.config.DecoderType;
import io.qcpruner.checkpoint.synthetic.ModelShape;
import io.qcpruner.checkpoint.synthetic.NameLayout;
import io.qcpruner.model.backbone.BackboneFamily;
import io.qcpruner.model.backbone.BackboneSpec;
import io.qcpruner.model.backbone.PublishedModel;
import io.qcpruner.model.backbone.llava.Canvases;
import io.qcpruner.model.backbone.llava.HfLlava;
import io.qcpruner.model.backbone.llava.LlavaConfig;
import io.qcpruner.model.backbone.llava.OriginalLlava;
import io.qcpruner.model.backbone.llava.Pinpoints;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * LLaVA-OneVision: a picture as a base view and the tiles of an AnyRes canvas, made smaller where
 * there are many; several pictures as one padded view each; a clip as pooled frames. Li et al.,
 * "LLaVA-OneVision: Easy Visual Task Transfer", 2024.
 */
public final class LlavaOneVisionFamily implements BackboneFamily {
  private static final String HF_TYPE = "llava_onevision";
  private static final List<String> ORIGINAL_TYPES = List.of("llava_qwen");
  private static final HfLlava HF = new HfLlava(DecoderType.QWEN2, -1, 151646, 151647, true);
  private static final String PINPOINTS = "image_grid_pinpoints";
  private static final Pattern ANYRES = Pattern.compile("anyres_max_(\\d{1,4})");

  @Override
  public String id() {
    return "llava-onevision";
  }

  @Override
  public String label() {
    return "LLaVA-OneVision";
  }

  @Override
  public List<String> modelTypes() {
    return List.of(HF_TYPE, "llava_qwen");
  }

  /** LLaVA-Video has the same types, and puts more newlines into clips. */
  @Override
  public boolean recognises(ConfigNode config) throws IOException {
    boolean layout = HfLlava.is(config, HF_TYPE) || OriginalLlava.is(config, ORIGINAL_TYPES);
    return layout && config.text("mm_newline_position", "one_token").equals("one_token");
  }

  @Override
  public BackboneSpec read(ConfigFiles files) throws IOException {
    ConfigNode file = files.config();
    boolean hf = HfLlava.is(file, HF_TYPE);
    LlavaConfig config = hf ? HF.read(file) : OriginalLlava.read(files, DecoderType.QWEN2);
    int side = config.vit().imageSize();
    int[][] canvases = file.has(PINPOINTS) ? Pinpoints.read(file, PINPOINTS) : squares(side);
    Pinpoints.requireTiles(file, PINPOINTS, canvases, config.vit());
    int tiles = tiles(file, hf ? "vision_aspect_ratio" : "image_aspect_ratio");
    if (!hf) {
      checkPooling(file);
    }
    return new LlavaOneVisionSpec(this, config, new Canvases(canvases, hf), tiles, files);
  }

  /** All canvases of up to six by six tiles, as transformers has them by default. */
  private static int[][] squares(int side) {
    int[][] all = new int[36][];
    for (int i = 0; i < all.length; i++) {
      all[i] = new int[] {(1 + i / 6) * side, (1 + i % 6) * side};
    }
    return all;
  }

  /** How many tiles' worth of patches a picture may have before its grid is made smaller. */
  private static int tiles(ConfigNode config, String field) throws ConfigException {
    Matcher matcher = ANYRES.matcher(config.text(field, "anyres_max_9"));
    if (!matcher.matches() || Integer.parseInt(matcher.group(1)) < 1) {
      throw config.wrong(field, "anyres_max_N");
    }
    return Integer.parseInt(matcher.group(1));
  }

  private static void checkPooling(ConfigNode config) throws ConfigException {
    if (!config.text("mm_spatial_pool_mode", "bilinear").equals("bilinear")) {
      throw config.wrong("mm_spatial_pool_mode", "bilinear");
    }
    if (config.integer("mm_spatial_pool_stride", 2) != 2) {
      throw config.wrong("mm_spatial_pool_stride", "2");
    }
  }

  @Override
  public Optional<String> namedTower(ConfigNode config) throws IOException {
    return OriginalLlava.namedTower(config);
  }

  @Override
  public List<ModelShape> shapes() {
    return List.of(
        new ModelShape("llava-onevision-0.5b", HALF_BILLION, NameLayout.B, 7400),
        new ModelShape("llava-onevision-7b", SEVEN_BILLION, NameLayout.B, 7400));
  }

  /** Ten views of 729 rows, the most that a picture has. */
  @Override
  public List<PublishedModel> published() {
    int rows = 10 * 729;
    return List.of(
        new PublishedModel(
            "llava-hf/llava-onevision-qwen2-0.5b-ov-hf",
            "llava-onevision-0.5b",
            rows,
            "Apache 2.0"),
        new PublishedModel(
            "llava-hf/llava-onevision-qwen2-7b-ov-hf", "llava-onevision-7b", rows, "Apache 2.0"));
  }

  private static final String HALF_BILLION =
      """
      {"architectures":["LlavaOnevisionForConditionalGeneration"],
       "model_type":"llava_onevision","image_token_index":151646,"video_token_index":151647,
       "projector_hidden_act":"gelu","vision_feature_layer":-1,
       "vision_feature_select_strategy":"full","vision_aspect_ratio":"anyres_max_9",
       "tie_word_embeddings":true,
       "text_config":{"model_type":"qwen2","vocab_size":152000,"hidden_size":896,
        "intermediate_size":4864,"num_hidden_layers":24,"num_attention_heads":14,
        "num_key_value_heads":2,"max_position_embeddings":32768,"rms_norm_eps":1e-06,
        "rope_theta":1000000.0,"use_sliding_window":false,"tie_word_embeddings":true},
       "vision_config":{"model_type":"siglip_vision_model","hidden_size":1152,
        "intermediate_size":4304,"num_hidden_layers":26,"num_attention_heads":16,
        "image_size":384,"patch_size":14,"hidden_act":"gelu_pytorch_tanh",
        "layer_norm_eps":1e-06,"vision_use_head":false}}
      """;

  private static final String SEVEN_BILLION =
      HALF_BILLION
          .replace("\"tie_word_embeddings\":true", "\"tie_word_embeddings\":false")
          .replace("\"hidden_size\":896", "\"hidden_size\":3584")
          .replace("\"intermediate_size\":4864", "\"intermediate_size\":18944")
          .replace("\"num_hidden_layers\":24", "\"num_hidden_layers\":28")
          .replace("\"num_attention_heads\":14", "\"num_attention_heads\":28")
          .replace("\"num_key_value_heads\":2", "\"num_key_value_heads\":4")
          .replace("\"vocab_size\":152000", "\"vocab_size\":152128");
}
