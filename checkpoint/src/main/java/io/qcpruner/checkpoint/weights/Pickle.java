package io.qcpruner.checkpoint.weights;

import java.util.List;

/** What can occur in the pickle of a PyTorch state dictionary. */
final class Pickle {
  private Pickle() {}

  /** The only names a pickle may refer to; all others could run code in Python. */
  enum Global {
    ORDERED_DICT("collections.OrderedDict", null),
    REBUILD_TENSOR("torch._utils._rebuild_tensor_v2", null),
    REBUILD_PARAMETER("torch._utils._rebuild_parameter", null),
    HALF_STORAGE("torch.HalfStorage", NumberType.F16),
    BFLOAT16_STORAGE("torch.BFloat16Storage", NumberType.BF16),
    FLOAT_STORAGE("torch.FloatStorage", NumberType.F32),
    LONG_STORAGE("torch.LongStorage", NumberType.I64);

    private final String name;
    private final NumberType type;

    Global(String name, NumberType type) {
      this.name = name;
      this.type = type;
    }

    /** Element type of a storage class, null for functions. */
    NumberType type() {
      return type;
    }

    static Global named(String name) {
      for (Global global : values()) {
        if (global.name.equals(name)) {
          return global;
        }
      }
      return null;
    }
  }

  /** A file inside the ZIP that holds elements. */
  record Storage(NumberType type, String key, long elements) {}

  /** A view of a storage. */
  record Tensor(Storage storage, long offset, List<Long> shape, List<Long> strides) {

    /** Whether the elements lie in row-major order without gaps. */
    boolean isContiguous() {
      long expected = 1;
      for (int i = shape.size() - 1; i >= 0; i--) {
        if (shape.get(i) != 1 && strides.get(i) != expected) {
          return false;
        }
        expected *= shape.get(i);
      }
      return true;
    }
  }
}
