package io.qcpruner.model.decoder;

import io.qcpruner.model.weights.Weights;
import io.qcpruner.model.weights.WeightsException;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** The weights of another source, stored in another type. */
record TypedWeights(Weights of, ScalarType type) implements Weights {

  @Override
  public boolean has(String name) {
    return of.has(name);
  }

  @Override
  public Tensor get(String name, long... shape) throws WeightsException {
    Tensor typed = of.get(name, shape).to(type);
    typed.retainReference();
    return typed;
  }
}
