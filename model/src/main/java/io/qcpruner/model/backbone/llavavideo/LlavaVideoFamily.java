package io.qcpruner.model.backbone.llavavideo;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.ConfigFiles;
import io.qcpruner.checkpoint.config.ConfigNode;
import io.qcpruner.checkpoint.config.DecoderType;
import io.qcpruner.checkpoint.config.VideoTokens;
import io.qcpruner.checkpoint.synthetic.ModelShape;
import io.qcpruner.checkpoint.synthetic.NameLayout;
import io.qcpruner.model.backbone.BackboneFamily;
import io.qcpruner.model.backbone.BackboneSpec;
import io.qcpruner.model.backbone.PublishedModel;
import io.qcpruner.model.backbone.llava.HfLlava;
import io.qcpruner.model.backbone.llava.LlavaConfig;
import io.qcpruner.model.backbone.llava.OriginalLlava;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * LLaVA-Video: frames through SigLIP, projected, pooled, separated by learned newlines. Zhang et
 * al., "Video Instruction Tuning With Synthetic Data", 2024.
 */
public final class LlavaVideoFamily implements BackboneFamily {
  /** There is no official conversion; a converted checkpoint has this type. */
  private static final String HF_TYPE = "llava_onevision";

  /** The field by which these checkpoints differ from those of LLaVA-OneVision. */
  private static final String MARK = "mm_newline_position";

  /** What a clip of LLaVA-OneVision has: published files say so or leave the field out. */
  private static final String OF_ONEVISION = "one_token";

  private static final List<String> ORIGINAL_TYPES = List.of("llava_qwen");
  private static final HfLlava HF = new HfLlava(DecoderType.QWEN2, -1, 151646, 151647, true);
  private static final VideoTokens HF_TOKENS =
      new VideoTokens(VideoTokens.Pool.BILINEAR, 2, VideoTokens.Newlines.ONE_TOKEN);

  @Override
  public String id() {
    return "llava-video";
  }

  @Override
  public String label() {
    return "LLaVA-Video";
  }

  @Override
  public List<String> modelTypes() {
    return List.of(HF_TYPE, "llava_qwen");
  }

  @Override
  public boolean recognises(ConfigNode config) throws IOException {
    boolean layout = HfLlava.is(config, HF_TYPE) || OriginalLlava.is(config, ORIGINAL_TYPES);
    return layout && !config.text(MARK, OF_ONEVISION).equals(OF_ONEVISION);
  }

  @Override
  public BackboneSpec read(ConfigFiles files) throws IOException {
    boolean hf = HfLlava.is(files.config(), HF_TYPE);
    if (hf) {
      // what pictures would be cut into; here they are clips of one frame
      files.config().raw("vision_aspect_ratio");
      files.config().raw(MARK);
      files.config().raw("image_grid_pinpoints");
    }
    LlavaConfig config =
        hf ? HF.read(files.config()) : OriginalLlava.read(files, DecoderType.QWEN2);
    return new LlavaVideoSpec(this, config, hf ? HF_TOKENS : tokens(files.config()), files);
  }

  private static VideoTokens tokens(ConfigNode config) throws ConfigException {
    VideoTokens.Pool pool =
        switch (config.text("mm_spatial_pool_mode", "bilinear")) {
          case "average" -> VideoTokens.Pool.AVERAGE;
          case "max" -> VideoTokens.Pool.MAX;
          case "bilinear" -> VideoTokens.Pool.BILINEAR;
          default -> throw config.wrong("mm_spatial_pool_mode", "average, max or bilinear");
        };
    VideoTokens.Newlines newlines =
        switch (config.text(MARK, "grid")) {
          case "grid" -> VideoTokens.Newlines.GRID;
          case "frame" -> VideoTokens.Newlines.FRAME;
          case "no_token" -> VideoTokens.Newlines.NO_TOKEN;
          default -> throw config.wrong(MARK, "grid, frame or no_token");
        };
    return new VideoTokens(pool, config.size("mm_spatial_pool_stride", 2), newlines);
  }

  @Override
  public Optional<String> namedTower(ConfigNode config) throws IOException {
    return OriginalLlava.namedTower(config);
  }

  @Override
  public List<ModelShape> shapes() {
    return List.of(new ModelShape("llava-video-7b", SEVEN_BILLION, NameLayout.B, 11708));
  }

  /** Clips of 64 frames of 729 rows. */
  @Override
  public List<PublishedModel> published() {
    return List.of(
        new PublishedModel(
            "lmms-lab/LLaVA-Video-7B-Qwen2", "llava-video-7b", 64 * 729, "Apache 2.0"));
  }

  private static final String SEVEN_BILLION =
      """
      {"architectures":["LlavaOnevisionForConditionalGeneration"],
       "model_type":"llava_onevision","image_token_index":151646,"video_token_index":151647,
       "projector_hidden_act":"gelu","vision_feature_layer":-1,
       "vision_feature_select_strategy":"full","vision_aspect_ratio":"anyres_max_9",
       "image_grid_pinpoints":[[384,384]],"mm_newline_position":"grid",
       "text_config":{"model_type":"qwen2","vocab_size":152064,"hidden_size":3584,
        "intermediate_size":18944,"num_hidden_layers":28,"num_attention_heads":28,
        "num_key_value_heads":4,"max_position_embeddings":32768,"rms_norm_eps":1e-06,
        "rope_theta":1000000.0,"use_sliding_window":false},
       "vision_config":{"model_type":"siglip_vision_model","hidden_size":1152,
        "intermediate_size":4304,"num_hidden_layers":26,"num_attention_heads":16,
        "image_size":384,"patch_size":14,"hidden_act":"gelu_pytorch_tanh",
        "layer_norm_eps":1e-06,"vision_use_head":false}}
      """;
}
