package io.qcpruner.model.nn;

import org.bytedeco.pytorch.Dispatcher;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueVector;
import org.bytedeco.pytorch.OperatorHandle;
import org.bytedeco.pytorch.Tensor;

/** An operator of libtorch without a C++ function of its own, so it is reached by name. */
record EngineOperator(OperatorHandle handle) {

  static EngineOperator named(String name) {
    return new EngineOperator(Dispatcher.singleton().findSchemaOrThrow(name, ""));
  }

  /** All results. */
  IValueVector results(IValue... arguments) {
    IValueVector stack = new IValueVector(arguments);
    handle.callBoxed(stack);
    return stack;
  }

  /** The only result. */
  IValue result(IValue... arguments) {
    return new IValue(results(arguments).get(0));
  }

  /** The only result as a tensor. */
  Tensor tensor(IValue... arguments) {
    // toTensor() points into the value, which dies with the scope: a handle of its own
    return new Tensor(result(arguments).toTensor());
  }
}
