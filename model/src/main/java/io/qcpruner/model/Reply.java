package io.qcpruner.model;

import io.qcpruner.core.anchor.Anchors;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.model.backbone.PatchGeometry.Cell;
import io.qcpruner.model.generate.FinishReason;
import io.qcpruner.model.generate.Generation;
import io.qcpruner.model.prune.PruneStep;
import io.qcpruner.model.prune.StageClock;
import io.qcpruner.model.prune.StageClock.Part;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * An answer and what it took.
 *
 * @param generation text, ids and why it ended
 * @param counts tokens of the prompt before and after pruning, cache rows and bytes
 * @param survivors the rows that reached the last layer
 * @param steps what the method decided at each of its stages; empty without a method
 * @param anchors query anchors, for methods that use them
 * @param prefix rows that were ready from an earlier question about the picture
 * @param clock time of each part
 */
public record Reply(
    Generation generation,
    PromptCounts counts,
    TokenLayout survivors,
    List<PruneStep> steps,
    Optional<Anchors> anchors,
    PrefixUse prefix,
    StageClock clock) {

  public Reply {
    steps = List.copyOf(steps);
  }

  static Reply of(Prefilled run, Generation generation, PrefixUse prefix, StageClock clock) {
    return new Reply(
        generation,
        run.counts(),
        run.survivors().layout(),
        run.steps(),
        run.prompt().anchors(),
        prefix,
        clock);
  }

  /** The answer. */
  public String text() {
    return generation.text();
  }

  /** Why the answer ended. */
  public FinishReason finishReason() {
    return generation.reason();
  }

  /** Rows of the prompt before any pruning, visual tokens included. */
  public int promptTokens() {
    return counts.promptTokens();
  }

  /** Visual tokens before any pruning. */
  public int visualTokens() {
    return counts.visualTokens();
  }

  /** Visual tokens after the last stage. */
  public int keptTokens() {
    return counts.keptTokens();
  }

  /** Generated tokens. */
  public int completionTokens() {
    return generation.ids().length;
  }

  /** Rows in each layer's cache after the prompt. */
  public long[] rowsPerLayer() {
    return counts.rowsPerLayer();
  }

  /** Bytes of all caches after the prompt. */
  public long cacheBytes() {
    return counts.cacheBytes();
  }

  /**
   * Where the kept tokens lie: group (frame, tile or picture), row and column in the group's grid.
   * A merged token lies where its first source does; one without a place is left out.
   */
  public List<Cell> keptCells() {
    return EncodedVisual.cells(survivors).stream().filter(cell -> cell.row() >= 0).toList();
  }

  /** Milliseconds of one part of the request. */
  public double millis(Part part) {
    return clock.millis(part);
  }

  /** Milliseconds of all parts together. */
  public double millis() {
    double sum = 0;
    for (Part part : Part.values()) {
      sum += clock.millis(part);
    }
    return sum;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "\"%s\" (%d of %d visual tokens, %d new tokens, %.0f ms)",
        text().strip(),
        keptTokens(),
        visualTokens(),
        completionTokens(),
        millis());
  }
}
