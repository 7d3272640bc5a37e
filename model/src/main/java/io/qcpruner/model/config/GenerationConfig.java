package io.qcpruner.model.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * What a checkpoint's generation_config.json says about ending and repeating. Sampling keys are
 * ignored: sampling is the caller's choice.
 *
 * @param stopIds ids that end an answer
 * @param repetitionPenalty 1 for none; stays active under greedy decoding
 */
public record GenerationConfig(List<Integer> stopIds, double repetitionPenalty) {
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
    // the published image models run without one whatever their file says
    return new GenerationConfig(boxed(node.integers("eos_token_id", known)), llama ? 1 : penalty);
  }

  private static List<Integer> boxed(int[] ids) {
    return Arrays.stream(ids).boxed().toList();
  }
}
