package io.qcpruner.eval.task;

import java.io.Serializable;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Switches of the scoring rules; the defaults are the paper's.
 *
 * @param guessUnparsed draw a letter for answers without one, as the references do; otherwise they
 *     are wrong
 * @param seed of those draws
 * @param ocrLegacyLowercase lmms-eval 0.7.1 lower-cases formulas before it compares them
 * @param mmbenchKeepNan keep the literal hint "nan" of MMBench-CN, as the reference does
 */
public record TaskOptions(
    boolean guessUnparsed, long seed, boolean ocrLegacyLowercase, boolean mmbenchKeepNan)
    implements Serializable {

  public static final TaskOptions PAPER = new TaskOptions(false, 42, true, false);

  /** A letter for an answer that held none; the same sample always draws the same. */
  public Optional<Integer> guess(String sampleId, int options) {
    if (!guessUnparsed || options < 1) {
      return Optional.empty();
    }
    return Optional.of(new SplittableRandom(seed ^ sampleId.hashCode()).nextInt(options));
  }
}
