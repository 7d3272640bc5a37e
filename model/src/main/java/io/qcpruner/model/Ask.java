package io.qcpruner.model;

import io.qcpruner.core.anchor.AnchorSettings;
import io.qcpruner.model.generate.SamplingSettings;
import io.qcpruner.model.prune.PruneRequest;
import io.qcpruner.text.PromptTemplate;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * One question and how it is to be answered.
 *
 * @param question the user's text
 * @param template chat format; the family's own if empty
 * @param instruction text of ours before the question, such as a clip's time instruction; empty for
 *     none
 * @param pruning which method prunes, nothing is pruned if empty
 * @param anchors how query anchors are found, for methods that use them
 * @param sampling greedy unless a temperature is set
 * @param checkpointPenalty whether the checkpoint's repetition penalty applies
 * @param maxNewTokens most tokens to generate
 * @param stopStrings texts that end the answer
 * @param listener receives the answer piece by piece
 * @param cancelled asked before each step
 */
public record Ask(
    String question,
    Optional<PromptTemplate> template,
    String instruction,
    Optional<PruneRequest> pruning,
    AnchorSettings anchors,
    SamplingSettings sampling,
    boolean checkpointPenalty,
    int maxNewTokens,
    List<String> stopStrings,
    Consumer<String> listener,
    BooleanSupplier cancelled) {

  /** LLaVA's loader stops after so many tokens. */
  private static final int DEFAULT_TOKENS = 128;

  public Ask {
    if (question.isBlank()) {
      throw new IllegalArgumentException("the question is empty");
    }
    stopStrings = List.copyOf(stopStrings);
  }

  /** A greedy answer of at most 128 tokens from the unpruned model. */
  public static Ask of(String question) {
    return new Ask(
        question,
        Optional.empty(),
        "",
        Optional.empty(),
        AnchorSettings.ofPaper(),
        SamplingSettings.GREEDY,
        true,
        DEFAULT_TOKENS,
        List.of(),
        text -> {},
        () -> false);
  }

  public Ask with(PruneRequest request) {
    return copy(template, Optional.of(request), anchors, sampling, maxNewTokens, listener);
  }

  public Ask with(PromptTemplate other) {
    return copy(Optional.of(other), pruning, anchors, sampling, maxNewTokens, listener);
  }

  public Ask with(AnchorSettings other) {
    return copy(template, pruning, other, sampling, maxNewTokens, listener);
  }

  public Ask with(SamplingSettings other) {
    return copy(template, pruning, anchors, other, maxNewTokens, listener);
  }

  public Ask withMaxNewTokens(int tokens) {
    return copy(template, pruning, anchors, sampling, tokens, listener);
  }

  public Ask withListener(Consumer<String> other) {
    return copy(template, pruning, anchors, sampling, maxNewTokens, other);
  }

  public Ask withCancelled(BooleanSupplier other) {
    return new Ask(
        question,
        template,
        instruction,
        pruning,
        anchors,
        sampling,
        checkpointPenalty,
        maxNewTokens,
        stopStrings,
        listener,
        other);
  }

  private Ask copy(
      Optional<PromptTemplate> newTemplate,
      Optional<PruneRequest> newPruning,
      AnchorSettings newAnchors,
      SamplingSettings newSampling,
      int newTokens,
      Consumer<String> newListener) {
    return new Ask(
        question,
        newTemplate,
        instruction,
        newPruning,
        newAnchors,
        newSampling,
        checkpointPenalty,
        newTokens,
        stopStrings,
        newListener,
        cancelled);
  }
}
