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
 */
public record ModelFolders(
    Path model,
    Optional<Path> tower,
    Optional<Path> clip,
    Optional<Path> siglip,
    Optional<Path> keywords) {

  public static ModelFolders of(Path model) {
    return new ModelFolders(
        model, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
  }
}
