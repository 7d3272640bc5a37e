package io.qcpruner.model;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the parts of a model lie.
 *
 * @param model the checkpoint
 * @param tower vision tower of an original LLaVA checkpoint that carries none
 * @param clip a CLIP folder with text tower and projections, for CDPruner
 * @param siglip a SigLIP folder with its pooling head, for FastVID
 * @param keywords a model2vec folder for query anchors; the embedded word vectors if empty
 * @param chat the format of its prompts
 */
public record ModelFolders(
    Path model,
    Optional<Path> tower,
    Optional<Path> clip,
    Optional<Path> siglip,
    Optional<Path> keywords,
    ChatFormat chat) {

  public ModelFolders(
      Path model,
      Optional<Path> tower,
      Optional<Path> clip,
      Optional<Path> siglip,
      Optional<Path> keywords) {
    this(model, tower, clip, siglip, keywords, ChatFormat.CHECKPOINT);
  }

  public static ModelFolders of(Path model) {
    return new ModelFolders(
        model, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** A copy with prompts in another format. */
  public ModelFolders with(ChatFormat other) {
    return new ModelFolders(model, tower, clip, siglip, keywords, other);
  }
}
