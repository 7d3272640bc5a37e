package io.qcpruner.model.generate;

import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;

/** The loop that makes an answer: choose a token, check the stop rules, run it, repeat. */
public final class Generator {
  private final Function<int[], String> decode;
  private final Consumer<String> listener;
  private final IntConsumer tokens;
  private final Consumer<TokenScore> scores;
  private final BooleanSupplier cancelled;

  /**
   * @param decode ids to text, without special tokens
   * @param listener receives the text piece by piece
   * @param tokens receives each chosen id
   * @param scores receives how likely each token was, where the sampler says it
   * @param cancelled asked before each step
   */
  public Generator(
      Function<int[], String> decode,
      Consumer<String> listener,
      IntConsumer tokens,
      Consumer<TokenScore> scores,
      BooleanSupplier cancelled) {
    this.decode = decode;
    this.listener = listener;
    this.tokens = tokens;
    this.scores = scores;
    this.cancelled = cancelled;
  }

  /**
   * @param first logits of the last prompt row
   * @param step runs a token and gives the logits after it
   */
  public Generation run(
      float[] first, IntFunction<float[]> step, Sampler sampler, StopRules rules) {
    TextStream stream = new TextStream(rules.stopStrings(), listener);
    int[] ids = new int[0];
    float[] logits = first;
    if (rules.maxNewTokens() == 0) {
      return finish(sampler, stream, ids, "", FinishReason.LENGTH);
    }
    while (true) {
      if (cancelled.getAsBoolean()) {
        return finish(sampler, stream, ids, decode.apply(ids), FinishReason.CANCELLED);
      }
      int id = sampler.next(logits);
      if (rules.stopIds().contains(id)) {
        return finish(sampler, stream, ids, decode.apply(ids), FinishReason.STOP);
      }
      tokens.accept(id);
      sampler.lastScore().ifPresent(scores);
      ids = append(ids, id);
      String text = decode.apply(ids);
      int stop = stream.stopAt(text);
      if (stop >= 0) {
        return finish(sampler, stream, ids, text.substring(0, stop), FinishReason.STOP);
      }
      stream.update(text);
      if (sampler.isComplete()) {
        return finish(sampler, stream, ids, text, FinishReason.STOP);
      }
      if (ids.length == rules.maxNewTokens()) {
        return finish(sampler, stream, ids, text, FinishReason.LENGTH);
      }
      logits = step.apply(id);
    }
  }

  private static Generation finish(
      Sampler sampler, TextStream stream, int[] ids, String text, FinishReason why) {
    stream.finish(text);
    return new Generation(ids, text.strip(), why, sampler.scores());
  }

  private static int[] append(int[] ids, int id) {
    int[] longer = Arrays.copyOf(ids, ids.length + 1);
    longer[ids.length] = id;
    return longer;
  }
}
