package io.qcpruner.model.nn;

import io.qcpruner.checkpoint.weights.WeightsException;
import org.bytedeco.pytorch.Tensor;

/** Weights to be read once: closing gives the memory back that reading them took. */
public interface ReopenedWeights extends Weights, AutoCloseable {

  @Override
  void close();

  /** Weights that are in memory anyway: closing has no effect. */
  static ReopenedWeights same(Weights weights) {
    return new ReopenedWeights() {
      @Override
      public boolean has(String name) {
        return weights.has(name);
      }

      @Override
      public Tensor get(String name, long... shape) throws WeightsException {
        return weights.get(name, shape);
      }

      @Override
      public void close() {}
    };
  }
}
