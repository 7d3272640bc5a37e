package io.qcpruner.checkpoint.config;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * What a checkpoint's generation_config.json says about ending and repeating. Sampling keys are
 * ignored: sampling is the caller's choice.
 *
 * @param stopIds ids that end an answer
 * @param repetitionPenalty 1 for none; stays active under greedy decoding
 */
public record GenerationConfig(List<Integer> stopIds, double repetitionPenalty) {
  private static final System.Logger LOG = System.getLogger(GenerationConfig.class.getName());

  public GenerationConfig {
    stopIds = List.copyOf(stopIds);
  }

  /**
   * What holds for published models of one kind; {@link DecoderType} has that of each decoder.
   *
   * @param stopIds ids that end an answer where the file names none
   * @param stopAlways whether these ids end an answer even if the file names others
   * @param publishedPenalty the penalty that published files carry; without one the file's penalty
   *     is not obeyed
   */
  public record Defaults(
      List<Integer> stopIds, boolean stopAlways, OptionalDouble publishedPenalty) {

    public Defaults {
      stopIds = List.copyOf(stopIds);
    }
  }

  /** Reads the file, or takes the defaults where there is none. */
  public static GenerationConfig read(Optional<ConfigNode> file, Defaults defaults)
      throws ConfigException {
    if (file.isEmpty()) {
      return new GenerationConfig(defaults.stopIds(), 1);
    }
    ConfigNode node = file.get();
    double penalty = node.number("repetition_penalty", 1);
    if (!(penalty > 0) || Double.isInfinite(penalty)) {
      throw node.wrong("repetition_penalty", "a positive number");
    }
    return new GenerationConfig(stops(node, defaults), obeyed(penalty, node, defaults));
  }

  private static List<Integer> stops(ConfigNode node, Defaults defaults) throws ConfigException {
    int[] known = defaults.stopIds().stream().mapToInt(Integer::intValue).toArray();
    IntStream stored = Arrays.stream(node.integers("eos_token_id", known));
    // some files list only the end of a turn; the end of text stops as well
    IntStream all = defaults.stopAlways() ? IntStream.concat(stored, Arrays.stream(known)) : stored;
    return all.distinct().boxed().toList();
  }

  private static double obeyed(double penalty, ConfigNode node, Defaults defaults) {
    if (defaults.publishedPenalty().isEmpty()) {
      return 1;
    }
    double published = defaults.publishedPenalty().getAsDouble();
    if (penalty != published) {
      LOG.log(
          System.Logger.Level.INFO,
          "{0}: repetition_penalty is {1}, published checkpoints have {2}",
          node.file(),
          penalty,
          published);
    }
    return penalty;
  }
}
