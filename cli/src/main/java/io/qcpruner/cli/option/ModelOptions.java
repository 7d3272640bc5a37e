package io.qcpruner.cli.option;

import io.qcpruner.model.ChatFormat;
import io.qcpruner.model.Engine;
import io.qcpruner.model.ModelReference;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.pocket.PocketClips;
import io.qcpruner.pocket.PocketModel;
import io.qcpruner.server.chat.ModelNote;
import io.qcpruner.server.sample.EmbeddedNote;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which model, and where it runs. */
public final class ModelOptions {

  @Option(
      names = "--model",
      required = true,
      paramLabel = "DIR|ORG/NAME",
      description =
          "Checkpoint folder (config.json, weights, tokenizer), or a hub's name for one, which is"
              + " downloaded if the cache has none, or 'embedded' or 'embedded-clips' for the small"
              + " models in this program.")
  private String model;

  @Mixin private HubOptions hub;

  @Option(
      names = "--tower",
      paramLabel = "DIR|ORG/NAME",
      description =
          "Vision tower of an original LLaVA checkpoint that carries none (default: the one that its"
              + " configuration names).")
  private String tower;

  @Option(
      names = "--clip",
      paramLabel = "DIR",
      description = "CLIP folder with text tower and projections, for cdpruner.")
  private Path clip;

  @Option(
      names = "--siglip",
      paramLabel = "DIR",
      description = "SigLIP folder with its pooling head, for fastvid.")
  private Path siglip;

  @Option(
      names = "--keyword-model",
      paramLabel = "DIR",
      description = "model2vec folder for query anchors; the embedded vectors otherwise.")
  private Path keywords;

  @Option(names = "--threads", paramLabel = "N", description = "Threads; all cores by default.")
  private Integer threads;

  @Option(
      names = "--device",
      paramLabel = "NAME",
      defaultValue = "cpu",
      description =
          "cpu, cuda or cuda:N (default: ${DEFAULT-VALUE}); cuda needs a build with -Pgpu and is"
              + " untested.")
  private String device;

  @Option(
      names = "--weights",
      paramLabel = "KIND",
      defaultValue = "stored",
      description =
          "stored; half: 16-bit floats packed when the model is opened, for many questions; int8:"
              + " 8 bits; int4: the decoder's layers in 4 bits, least memory; what they lose is in"
              + " docs/weights.md (default: ${DEFAULT-VALUE}).")
  private String weights;

  /** What besides the checkpoint decides the answers, for the manifest of a run. */
  public Map<String, String> parameters() {
    return Map.of(
        "weights", weights,
        "device", device,
        "keyword-model", keywords == null ? "embedded" : keywords.getFileName().toString());
  }

  /** The checkpoint folder, downloaded if need be. */
  public Path folder() throws IOException {
    return reference().folder(ConsoleProgress.onStandardError());
  }

  public VisionLanguageModel open() throws IOException {
    return open(ChatFormat.CHECKPOINT);
  }

  /**
   * @param chat the format of its prompts
   */
  public VisionLanguageModel open(ChatFormat chat) throws IOException {
    if (threads != null) {
      Engine.useThreads(threads);
    }
    return reference().open(ConsoleProgress.onStandardError(), chat);
  }

  /** How large matrices are kept, as it was given. */
  public String weights() {
    return weights;
  }

  /** The same model with weights as they are stored. */
  public VisionLanguageModel openStored() throws IOException {
    return reference().withWeights("stored").open(ConsoleProgress.onStandardError());
  }

  /** A serializable description of the model. */
  public ModelReference reference() {
    if (threads != null && threads < 1) {
      throw new IllegalArgumentException("threads must be at least 1, not " + threads);
    }
    return new ModelReference(
        model,
        text(tower),
        text(clip),
        text(siglip),
        text(keywords),
        device,
        weights,
        hub.choice());
  }

  /** What people should know of the model before they ask it. */
  public ModelNote note() {
    return switch (model) {
      case PocketModel.NAME -> EmbeddedNote.PICTURES;
      case PocketClips.NAME -> EmbeddedNote.CLIPS;
      default -> ModelNote.NONE;
    };
  }

  /** Threads of one answer, 0 for all cores. */
  public int threads() {
    return threads == null ? 0 : threads;
  }

  private static String text(Object value) {
    return value == null ? "" : value.toString();
  }
}
