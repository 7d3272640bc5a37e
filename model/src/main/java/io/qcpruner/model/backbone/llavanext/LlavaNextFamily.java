package io.qcpruner.model.backbone.llavanext;

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
import io.qcpruner.model.backbone.llava.LlavaShapes;
import io.qcpruner.model.backbone.llava.OriginalLlava;
import io.qcpruner.model.backbone.llava.Pinpoints;
import io.qcpruner.text.MistralTemplate;
import io.qcpruner.text.PromptTemplate;
import io.qcpruner.text.VicunaTemplate;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * LLaVA-NeXT: a base view, then the tiles of an AnyRes canvas as one grid without its padding, a
 * learned newline after each grid row. Liu et al., "LLaVA-NeXT: Improved reasoning, OCR, and world
 * knowledge", 2024.
 */
public final class LlavaNextFamily implements BackboneFamily {
  private static final String HF_TYPE = "llava_next";
  private static final String MISTRAL_TYPE = "llava_mistral";
  private static final List<String> ORIGINAL_TYPES = List.of("llava", "llava_llama", MISTRAL_TYPE);
  private static final String PINPOINTS = "image_grid_pinpoints";
  private static final HfLlava HF = new HfLlava(DecoderType.LLAMA, -2, 32000, -1, false);

  @Override
  public String id() {
    return "llava-next";
  }

  @Override
  public String label() {
    return "LLaVA-NeXT";
  }

  @Override
  public List<String> modelTypes() {
    return List.of(HF_TYPE, "llava_llama", MISTRAL_TYPE);
  }

  @Override
  public boolean recognises(ConfigNode config) throws IOException {
    return HfLlava.is(config, HF_TYPE)
        || OriginalLlava.is(config, ORIGINAL_TYPES) && OriginalLlava.hasTiles(config);
  }

  @Override
  public BackboneSpec read(ConfigFiles files) throws IOException {
    boolean hf = HfLlava.is(files.config(), HF_TYPE);
    boolean mistral =
        hf
            ? files.config().object("text_config").text("model_type", "").equals("mistral")
            : files.config().text("model_type", "").equals(MISTRAL_TYPE);
    DecoderType decoder = mistral ? DecoderType.MISTRAL : DecoderType.LLAMA;
    LlavaConfig config = hf ? HF.read(files.config()) : OriginalLlava.read(files, decoder);
    // Hugging Face means (height, width), the original programs (width, height)
    Canvases canvases = new Canvases(Pinpoints.read(files.config(), PINPOINTS), hf);
    Pinpoints.requireTiles(files.config(), PINPOINTS, canvases.sizes(), config.vit());
    PromptTemplate template = mistral ? MistralTemplate.INSTRUCT : VicunaTemplate.V1;
    return new LlavaNextSpec(this, config, canvases, template, files);
  }

  @Override
  public Optional<String> namedTower(ConfigNode config) throws IOException {
    return OriginalLlava.namedTower(config);
  }

  @Override
  public List<ModelShape> shapes() {
    String canvases =
        "\"image_grid_pinpoints\":[[336,672],[672,336],[672,672],[1008,336],[336,1008]],";
    return List.of(
        new ModelShape(
            "llava-next-7b",
            LlavaShapes.llama("LlavaNext", HF_TYPE, canvases, 4096, 11008, 32, 32, 24),
            NameLayout.B,
            2990),
        new ModelShape(
            "llava-next-mistral-7b",
            LlavaShapes.llama("LlavaNext", HF_TYPE, canvases, 4096, 14336, 32, 32, 24)
                .replace("\"model_type\":\"llama\"", "\"model_type\":\"mistral\"")
                .replace("\"num_key_value_heads\":32", "\"num_key_value_heads\":8"),
            NameLayout.B,
            2990));
  }

  /** Five views of 577 rows: the picture as a whole and four tiles. */
  @Override
  public List<PublishedModel> published() {
    int rows = 5 * 577;
    return List.of(
        new PublishedModel(
            "llava-hf/llava-v1.6-mistral-7b-hf", "llava-next-mistral-7b", rows, "Apache 2.0"),
        new PublishedModel("llava-hf/llava-v1.6-vicuna-7b-hf", "llava-next-7b", rows, "Llama 2"));
  }
}
