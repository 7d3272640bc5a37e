package io.qcpruner.checkpoint.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
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
  private static final double EXPECTED_PENALTY = 1.05;
  private static final int[] LLAMA_STOPS = {2};
  private static final int[] QWEN_STOPS = {151645, 151643};

  public GenerationConfig {
    stopIds = List.copyOf(stopIds);
  }

  /** Reads the file, or takes the family's own values where there is none. */
  public static GenerationConfig read(Path folder, Family family) throws IOException {
    boolean llama = family == Family.LLAVA_1_5 || family == Family.LLAVA_NEXT;
    int[] known = llama ? LLAMA_STOPS : QWEN_STOPS;
    Path file = folder.resolve("generation_config.json");
    if (!Files.isRegularFile(file)) {
      return new GenerationConfig(boxed(known), 1);
    }
    ConfigNode node = ConfigNode.read(file);
    double penalty = node.number("repetition_penalty", 1);
    if (!(penalty > 0) || Double.isInfinite(penalty)) {
      throw node.wrong("repetition_penalty", "a positive number");
    }
    int[] stops = node.integers("eos_token_id", known);
    if (llama) {
      // the published image models run without a penalty whatever their file says
      return new GenerationConfig(boxed(stops), 1);
    }
    if (penalty != EXPECTED_PENALTY) {
      LOG.log(
          System.Logger.Level.INFO,
          "{0}: repetition_penalty is {1}, published Qwen checkpoints have {2}",
          file,
          penalty,
          EXPECTED_PENALTY);
    }
    // some files list only the end of a turn; the end of text stops as well
    return new GenerationConfig(
        IntStream.concat(Arrays.stream(stops), Arrays.stream(known)).distinct().boxed().toList(),
        penalty);
  }

  private static List<Integer> boxed(int[] ids) {
    return Arrays.stream(ids).boxed().toList();
  }
}
