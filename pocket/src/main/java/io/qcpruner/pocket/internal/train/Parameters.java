package io.qcpruner.pocket.internal.train;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.nn.Holder;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Weights;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.bytedeco.pytorch.Tensor;

/** The weights in training, by canonical name; leaves of the autograd graph. */
public final class Parameters implements Weights, AutoCloseable {

  private final Map<String, Tensor> tensors = new LinkedHashMap<>();
  private final Holder holder = new Holder();

  void put(String name, Tensor value) {
    tensors.put(name, holder.hold(value.set_requires_grad(true)));
  }

  /** The parameters with some names; the tensors are shared. */
  Parameters only(Predicate<String> which) {
    Parameters some = new Parameters();
    tensors.forEach(
        (name, value) -> {
          if (which.test(name)) {
            some.put(name, value);
          }
        });
    return some;
  }

  Map<String, Tensor> all() {
    return Collections.unmodifiableMap(tensors);
  }

  long count() {
    return tensors.values().stream().mapToLong(Tensor::numel).sum();
  }

  @Override
  public boolean has(String name) {
    return tensors.containsKey(name);
  }

  @Override
  public Tensor get(String name, long... shape) throws WeightsException {
    Tensor found = tensors.get(name);
    if (found == null) {
      throw new WeightsException("no parameter " + name);
    }
    if (!Arrays.equals(Tensors.shape(found), shape)) {
      throw new WeightsException(
          "parameter %s is %s, not %s"
              .formatted(name, Arrays.toString(Tensors.shape(found)), Arrays.toString(shape)));
    }
    return found;
  }

  @Override
  public void close() {
    holder.close();
  }
}
