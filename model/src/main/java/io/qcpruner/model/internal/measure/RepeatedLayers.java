package io.qcpruner.model.internal.measure;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.nn.Weights;
import java.util.regex.Pattern;
import org.bytedeco.pytorch.Tensor;

/**
 * Every layer of tower and decoder has the weights of its layer 0: a 7B-wide model takes the memory
 * of one layer but all of its time, because one layer is already far larger than any cache.
 */
record RepeatedLayers(Weights weights) implements Weights {
  private static final Pattern LAYER =
      Pattern.compile("^(lm\\.layers|vision\\.encoder\\.layers|vision\\.blocks)\\.\\d+\\.");

  @Override
  public boolean has(String name) {
    return weights.has(first(name));
  }

  @Override
  public Tensor get(String name, long... shape) throws WeightsException {
    return weights.get(first(name), shape);
  }

  private static String first(String name) {
    return LAYER.matcher(name).replaceFirst("$1.0.");
  }
}
