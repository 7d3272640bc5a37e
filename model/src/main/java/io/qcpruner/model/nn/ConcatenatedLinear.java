package io.qcpruner.model.nn;

import java.util.List;
import org.bytedeco.pytorch.Tensor;

/** A linear map whose outputs are packed in several shards, one after the other. */
record ConcatenatedLinear(List<Linear> shards) implements Linear {

  @Override
  public Tensor forward(Tensor x, Workspace workspace) {
    return Tensors.cat(
        -1, shards.stream().map(s -> s.forward(x, workspace)).toArray(Tensor[]::new));
  }

  @Override
  public Tensor forwardEach(Tensor x, Workspace workspace) {
    return Tensors.cat(
        -1, shards.stream().map(s -> s.forwardEach(x, workspace)).toArray(Tensor[]::new));
  }
}
