package io.qcpruner.model;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.model.decoder.DecoderInput;
import io.qcpruner.model.internal.prune.DecoderSignals;
import io.qcpruner.model.internal.prune.PruneRequest;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Which rows and layers of a prompt are the same for every question about its picture, or for every
 * method that is asked the same.
 *
 * @param rows first rows of the prompt: up to the end of the picture, or all
 * @param layer last layer in which they are the same: the first one that prunes, or the last
 * @param queries whether the method needs that layer's queries
 */
record PrefixPlan(int rows, int layer, boolean queries) {

  /**
   * Empty if nothing is to be reused: several pictures, rows that a method chose before, or layers
   * with an attention window, in which rows after the prefix see only part of it.
   */
  static Optional<PrefixPlan> of(
      List<EncodedVisual> visuals,
      Optional<PruneRequest> pruning,
      DecoderInput input,
      DecoderConfig config) {
    if (visuals.size() != 1 || visuals.get(0).reuse() == EncodedVisual.Reuse.NOTHING) {
      return Optional.empty();
    }
    boolean whole = visuals.get(0).reuse() == EncodedVisual.Reuse.PROMPT;
    int picture = pictureEnd(input);
    if (picture == 0 || picture == input.rows() && !whole) {
      return Optional.empty();
    }
    int rows = whole ? input.rows() : picture;
    int layer = config.layers() - 1;
    boolean queries = false;
    for (Stage stage : pruning.map(p -> p.pruner().stages()).orElse(List.of())) {
      if (!(stage instanceof Stage.AfterLayer after)) {
        return Optional.empty();
      }
      if (after.layer() < layer) {
        layer = after.layer();
        queries = DecoderSignals.needsQueryKey(pruning.get().pruner().needs(stage));
      }
    }
    boolean windows = IntStream.rangeClosed(0, layer).anyMatch(l -> config.window(l) > 0);
    return windows ? Optional.empty() : Optional.of(new PrefixPlan(rows, layer, queries));
  }

  private static int pictureEnd(DecoderInput input) {
    int end = 0;
    for (int r = 0; r < input.rows(); r++) {
      end = input.tokenIds()[r] < 0 ? r + 1 : end;
    }
    return end;
  }
}
