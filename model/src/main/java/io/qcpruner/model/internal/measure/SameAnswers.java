package io.qcpruner.model.internal.measure;

import io.qcpruner.model.VisionLanguageModel;
import java.util.Arrays;
import java.util.List;

/**
 * How many answers stay the same, token by token, with rounded weights. An answer is what a model
 * writes after the beginning of a text, always the most likely token, as in a chat at temperature
 * 0.
 */
public final class SameAnswers {
  private final VisionLanguageModel model;
  private final VisionLanguageModel stored;
  private final int length;

  /**
   * @param stored the same model with stored weights
   * @param length tokens of an answer
   */
  public SameAnswers(VisionLanguageModel model, VisionLanguageModel stored, int length) {
    this.model = model;
    this.stored = stored;
    this.length = length;
  }

  /**
   * Answers of both models to all prompts.
   *
   * @param same answers that are equal
   * @param all answers
   * @param sameTokens tokens before the first difference, of all answers together
   */
  public record Counts(int same, int all, int sameTokens) {}

  /**
   * Counts equal answers.
   *
   * @param step called after every pair of answers
   */
  public Counts count(List<int[]> prompts, Runnable step) {
    int same = 0;
    int tokens = 0;
    for (int[] prompt : prompts) {
      int equal = Arrays.mismatch(answer(stored, prompt), answer(model, prompt));
      same += equal < 0 ? 1 : 0;
      tokens += equal < 0 ? length : equal;
      step.run();
    }
    return new Counts(same, prompts.size(), tokens);
  }

  private int[] answer(VisionLanguageModel answering, int[] prompt) {
    int[] ids = Arrays.copyOf(prompt, prompt.length + length);
    try (TextLogits logits = new TokenLogits(answering)) {
      logits.start(ids);
      for (int i = 0; i < ids.length - 1; i++) {
        float[] next = logits.next();
        if (i + 1 >= prompt.length) {
          ids[i + 1] = LogitError.argmax(next); // read by the next step
        }
      }
    }
    return Arrays.copyOfRange(ids, prompt.length, ids.length);
  }
}
