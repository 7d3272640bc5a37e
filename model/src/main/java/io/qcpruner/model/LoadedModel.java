package io.qcpruner.model;

import io.qcpruner.checkpoint.config.ClipTextConfig;
import io.qcpruner.checkpoint.config.GenerationConfig;
import io.qcpruner.checkpoint.config.PreprocessorCheck;
import io.qcpruner.checkpoint.config.VisionConfig;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.Backbones;
import io.qcpruner.model.nn.Parts;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.ResourceStack;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.model.prune.ClipCompanion;
import io.qcpruner.model.prune.Companions;
import io.qcpruner.model.vision.SiglipPoolingHead;
import io.qcpruner.model.weights.Checkpoint;
import io.qcpruner.model.weights.CompanionWeights;
import io.qcpruner.text.Tokenizer;
import io.qcpruner.text.TokenizerFiles;
import io.qcpruner.text.keyword.KeywordModels;
import io.qcpruner.text.keyword.StaticModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Everything a model is made of: opened together, closed together in reverse order. */
final class LoadedModel implements AutoCloseable {
  private final Backbone backbone;
  private final Tokenizer tokenizer;
  private final Optional<Tokenizer> clipTokenizer;
  private final Companions companions;
  private final GenerationConfig generation;
  private final StaticModel keywords;
  private final ResourceStack open;

  private LoadedModel(
      Backbone backbone,
      Tokenizer tokenizer,
      Optional<Tokenizer> clipTokenizer,
      Companions companions,
      GenerationConfig generation,
      StaticModel keywords,
      ResourceStack open) {
    this.backbone = backbone;
    this.tokenizer = tokenizer;
    this.clipTokenizer = clipTokenizer;
    this.companions = companions;
    this.generation = generation;
    this.keywords = keywords;
    this.open = open;
  }

  static LoadedModel open(ModelFolders folders, Placement placement, WeightKind weights)
      throws IOException {
    ResourceStack open = new ResourceStack();
    try {
      Checkpoint checkpoint =
          open.add(Checkpoint.open(folders.model(), folders.tower().orElse(null)));
      PreprocessorCheck.differences(folders.model(), checkpoint.config());
      Tokenizer tokenizer = open.add(TokenizerFiles.load(folders.model()));
      Parts parts = open.add(new Parts(checkpoint, placement, weights));
      Backbone backbone = parts.build(() -> Backbones.of(checkpoint.config(), parts));
      Optional<ClipCompanion> clip = clip(folders, backbone, placement, open);
      Optional<Tokenizer> clipTokenizer = Optional.empty();
      if (clip.isPresent()) {
        clipTokenizer = Optional.of(open.add(TokenizerFiles.load(folders.clip().orElseThrow())));
      }
      return new LoadedModel(
          backbone,
          tokenizer,
          clipTokenizer,
          new Companions(clip, siglip(folders, backbone, placement, open)),
          GenerationConfig.read(folders.model(), backbone.config().family()),
          keywords(folders.keywords()),
          open);
    } catch (IOException | RuntimeException e) {
      open.closeAfter(e);
      throw e;
    }
  }

  private static Optional<ClipCompanion> clip(
      ModelFolders folders, Backbone backbone, Placement placement, ResourceStack open)
      throws IOException {
    if (folders.clip().isEmpty()) {
      return Optional.empty();
    }
    Path folder = folders.clip().get();
    Parts parts = companionParts(folder, placement, open);
    ClipTextConfig config = ClipTextConfig.read(folder);
    return Optional.of(
        parts.build(() -> new ClipCompanion(config, vit(backbone, "--clip"), parts)));
  }

  private static Optional<SiglipPoolingHead> siglip(
      ModelFolders folders, Backbone backbone, Placement placement, ResourceStack open)
      throws IOException {
    if (folders.siglip().isEmpty()) {
      return Optional.empty();
    }
    Parts parts = companionParts(folders.siglip().get(), placement, open);
    return Optional.of(parts.build(() -> new SiglipPoolingHead(vit(backbone, "--siglip"), parts)));
  }

  private static Parts companionParts(Path folder, Placement placement, ResourceStack open)
      throws IOException {
    return open.add(new Parts(open.add(CompanionWeights.open(folder)), placement));
  }

  private static VisionConfig.Vit vit(Backbone backbone, String option) {
    if (backbone.config().vision() instanceof VisionConfig.Vit vit) {
      return vit;
    }
    throw new IllegalArgumentException(
        option + " is for models with a CLIP or SigLIP tower, not " + backbone.config().family());
  }

  private static StaticModel keywords(Optional<Path> folder) throws IOException {
    return folder.isPresent() ? KeywordModels.load(folder.get()) : KeywordModels.embedded();
  }

  Backbone backbone() {
    return backbone;
  }

  Tokenizer tokenizer() {
    return tokenizer;
  }

  Optional<Tokenizer> clipTokenizer() {
    return clipTokenizer;
  }

  Companions companions() {
    return companions;
  }

  GenerationConfig generation() {
    return generation;
  }

  StaticModel keywords() {
    return keywords;
  }

  @Override
  public void close() {
    open.close();
  }
}
