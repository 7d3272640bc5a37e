package io.qcpruner.checkpoint.weights;

import java.util.LinkedHashMap;
import java.util.List;

/** The three functions and the one kind of reference that a state dictionary uses. */
final class PickleCalls {
  private PickleCalls() {}

  static Object call(Object function, Object arguments) throws PickleStack.Malformed {
    if (!(function instanceof Pickle.Global global)
        || !(arguments instanceof PickleStack.Tuple tuple)) {
      throw new PickleStack.Malformed("a call of something that is not a known function");
    }
    List<Object> args = tuple.items();
    return switch (global) {
      case ORDERED_DICT -> new LinkedHashMap<Object, Object>();
      case REBUILD_TENSOR -> tensor(args);
      // (data, requires_grad, hooks): the parameter is its data
      case REBUILD_PARAMETER -> first(args);
      default -> throw new PickleStack.Malformed(global + " can't be called");
    };
  }

  /** The persistent id ("storage", class, key, location, element count). */
  static Pickle.Storage storage(Object id) throws PickleStack.Malformed {
    if (id instanceof PickleStack.Tuple tuple
        && tuple.items().size() == 5
        && tuple.items().get(0).equals("storage")
        && tuple.items().get(1) instanceof Pickle.Global storageClass
        && storageClass.type() != null
        && tuple.items().get(2) instanceof String key
        && tuple.items().get(4) instanceof Long elements
        && elements >= 0) {
      return new Pickle.Storage(storageClass.type(), key, elements);
    }
    throw new PickleStack.Malformed("a reference that is not a storage");
  }

  private static Pickle.Tensor tensor(List<Object> args) throws PickleStack.Malformed {
    if (args.size() >= 4
        && args.get(0) instanceof Pickle.Storage storage
        && args.get(1) instanceof Long offset
        && offset >= 0) {
      List<Long> shape = longs(args.get(2));
      List<Long> strides = longs(args.get(3));
      if (shape.size() == strides.size()) {
        return new Pickle.Tensor(storage, offset, shape, strides);
      }
    }
    throw new PickleStack.Malformed("a tensor with wrong arguments");
  }

  private static List<Long> longs(Object tuple) throws PickleStack.Malformed {
    if (tuple instanceof PickleStack.Tuple t
        && t.items().stream().allMatch(i -> i instanceof Long value && value >= 0)) {
      return t.items().stream().map(Long.class::cast).toList();
    }
    throw new PickleStack.Malformed("a shape that is not a tuple of sizes");
  }

  private static Object first(List<Object> args) throws PickleStack.Malformed {
    if (args.isEmpty() || !(args.get(0) instanceof Pickle.Tensor)) {
      throw new PickleStack.Malformed("a parameter without a tensor");
    }
    return args.get(0);
  }
}
