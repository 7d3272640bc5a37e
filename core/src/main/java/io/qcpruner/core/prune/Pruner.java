package io.qcpruner.core.prune;

import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import io.qcpruner.core.signal.VisionLayout;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A pruning method. It sees one sequence, never a batch, a model or a clock: the same signals give
 * the same plan on any machine. Implementations are immutable and may be shared between threads.
 */
public interface Pruner {

  /** Name on the command line, such as {@code qcpruner}. */
  String name();

  /** Name in tables, with variant flags, such as {@code DART (official count)}. */
  String label();

  /** The settings in force, defaults included, for the log. */
  default Settings settings() {
    return Settings.NONE;
  }

  Source source();

  /** Where the method acts, in order. A method of several stages is asked once per stage. */
  List<Stage> stages();

  /** What it must be given at a stage; an engine computes nothing else. */
  Set<Signal> needs(Stage stage);

  /**
   * Zero-based layers of the vision tower whose attention, queries or keys the method asks for with
   * {@link io.qcpruner.core.signal.Signals#get(Signal, int)}; an engine records no others.
   */
  default Set<Integer> towerLayers() {
    return Set.of();
  }

  /**
   * What the method does inside the vision tower, for one picture or clip; most do nothing.
   *
   * @param budget of this picture
   */
  default Optional<TowerMerging> towerMerging(VisionLayout vision, Budget budget) {
    return Optional.empty();
  }

  /**
   * Whether newlines are candidates too (parity with some published code). Then the layout the
   * method is given is {@link io.qcpruner.core.layout.TokenLayout#withNewlinesAsPatches}.
   */
  default boolean newlinesAreCandidates() {
    return false;
  }

  /** Whether it compares the frames of a clip, so that it refuses a still picture. */
  default boolean comparesFrames() {
    return false;
  }

  /**
   * The words of the user's text whose input embeddings {@link Signal#QUESTION_EMBEDDING} holds;
   * each is tokenised on its own.
   */
  default List<String> questionWords(String userText) {
    return List.of(userText.strip().split("\\s+"));
  }

  /**
   * Refuses a budget that the method can't meet, before anything is computed; most can meet any.
   *
   * @param patches how many there will be
   * @throws PruningRefusedException that says which budgets it can meet
   */
  default void requireBudget(Budget budget, int patches) {}

  /** What the method does while tokens are generated; most do nothing. */
  default Optional<CacheRule> cacheRule() {
    return Optional.empty();
  }

  /**
   * From which zero-based layer on caches are cut to the rows that the last layer sees, before the
   * first token is generated; empty if earlier layers keep theirs.
   */
  default OptionalInt cachesTrimmedFrom() {
    return OptionalInt.empty();
  }

  /**
   * Decides for one stage. A budget that covers all candidates gives the identity plan.
   *
   * @throws PruningRefusedException if the budget or the question can't be served
   */
  PruneResult plan(Stage stage, Signals signals, Budget budget);
}
