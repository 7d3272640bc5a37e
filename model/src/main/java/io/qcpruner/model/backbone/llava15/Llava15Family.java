package io.qcpruner.model.backbone.llava15;

import io.qcpruner.checkpoint.config.ConfigFiles;
import io.qcpruner.checkpoint.config.ConfigNode;
import io.qcpruner.checkpoint.config.DecoderType;
import io.qcpruner.checkpoint.synthetic.ModelShape;
import io.qcpruner.checkpoint.synthetic.NameLayout;
import io.qcpruner.model.backbone.BackboneFamily;
import io.qcpruner.model.backbone.BackboneSpec;
import io.qcpruner.model.backbone.PublishedModel;
import io.qcpruner.model.backbone.llava.HfLlava;
import io.qcpruner.model.backbone.llava.LlavaConfig;
import io.qcpruner.model.backbone.llava.LlavaShapes;
import io.qcpruner.model.backbone.llava.OriginalLlava;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * LLaVA-1.5: one square view through CLIP, every patch one row. Liu et al., "Improved Baselines
 * with Visual Instruction Tuning", 2024.
 */
public final class Llava15Family implements BackboneFamily {
  private static final String HF_TYPE = "llava";
  private static final List<String> ORIGINAL_TYPES = List.of("llava", "llava_llama");
  private static final HfLlava HF = new HfLlava(DecoderType.LLAMA, -2, 32000, -1, true);

  @Override
  public String id() {
    return "llava-1.5";
  }

  @Override
  public String label() {
    return "LLaVA-1.5";
  }

  @Override
  public List<String> modelTypes() {
    return ORIGINAL_TYPES;
  }

  @Override
  public boolean recognises(ConfigNode config) throws IOException {
    return HfLlava.is(config, HF_TYPE)
        || OriginalLlava.is(config, ORIGINAL_TYPES) && !OriginalLlava.hasTiles(config);
  }

  @Override
  public BackboneSpec read(ConfigFiles files) throws IOException {
    LlavaConfig config =
        HfLlava.is(files.config(), HF_TYPE)
            ? HF.read(files.config())
            : OriginalLlava.read(files, DecoderType.LLAMA);
    return new Llava15Spec(this, config, files);
  }

  @Override
  public Optional<String> namedTower(ConfigNode config) throws IOException {
    return OriginalLlava.namedTower(config);
  }

  @Override
  public List<ModelShape> shapes() {
    return List.of(
        // LLaVA-1.5 in small: 0.52 billion parameters, 576 visual rows, 12 tower layers
        new ModelShape(
            "llava-1.5-0.5b",
            LlavaShapes.llama("Llava", HF_TYPE, "", 1024, 2752, 24, 16, 12),
            NameLayout.B,
            638),
        new ModelShape(
            "llava-1.5-7b",
            LlavaShapes.llama("Llava", HF_TYPE, "", 4096, 11008, 32, 32, 24),
            NameLayout.B,
            638));
  }

  @Override
  public List<PublishedModel> published() {
    return List.of(new PublishedModel("llava-hf/llava-1.5-7b-hf", "llava-1.5-7b", 577, "Llama 2"));
  }
}
