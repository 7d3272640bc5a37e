package io.qcpruner.cli.option;

import io.qcpruner.model.Engine;
import io.qcpruner.model.ModelFolders;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.nn.Placement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which model, and where it runs. */
public final class ModelOptions {

  @Option(
      names = "--model",
      required = true,
      paramLabel = "DIR",
      description = "Checkpoint folder (config.json, weights, tokenizer).")
  private Path model;

  @Option(
      names = "--tower",
      paramLabel = "DIR",
      description = "Vision tower of an original LLaVA checkpoint that carries none.")
  private Path tower;

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

  public VisionLanguageModel open() throws IOException {
    if (threads != null) {
      Engine.useThreads(threads);
    }
    return VisionLanguageModel.open(
        new ModelFolders(
            model,
            Optional.ofNullable(tower),
            Optional.ofNullable(clip),
            Optional.ofNullable(siglip),
            Optional.ofNullable(keywords)),
        Placement.cpu());
  }
}
