package io.qcpruner.model.weights;

import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.nn.Weights;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** The weights of another source as a checkpoint of another number type would hold them. */
public final class TypedWeights implements Weights {
  private final Weights source;
  private final ScalarType type;
  private final Map<String, Tensor> made = new ConcurrentHashMap<>();

  public TypedWeights(Weights source, NumberType type) {
    if (!type.isFloat() || type == NumberType.F64) {
      throw new IllegalArgumentException("weights are F32, BF16 or F16, not " + type);
    }
    this.source = source;
    this.type = MappedFile.scalarType(type);
  }

  @Override
  public boolean has(String name) {
    return source.has(name);
  }

  @Override
  public Tensor get(String name, long... shape) throws WeightsException {
    Tensor wide = source.get(name, shape);
    return made.computeIfAbsent(name, n -> converted(wide));
  }

  private Tensor converted(Tensor tensor) {
    Tensor typed = tensor.to(type);
    typed.retainReference();
    return typed;
  }
}
