package io.qcpruner.checkpoint.weights;

import java.util.Arrays;

/** Name, number type and shape of a stored tensor; an empty shape is a scalar. */
public record TensorSpec(String name, NumberType type, long... shape) {

  public TensorSpec {
    shape = shape.clone();
    for (long size : shape) {
      if (size < 0) {
        throw new IllegalArgumentException("tensor " + name + " has a negative size: " + size);
      }
    }
  }

  @Override
  public long[] shape() {
    return shape.clone();
  }

  /**
   * Number of elements.
   *
   * @throws ArithmeticException if it does not fit in a long
   */
  public long elements() {
    long product = 1;
    for (long size : shape) {
      product = Math.multiplyExact(product, size);
    }
    return product;
  }

  /**
   * Bytes of all elements.
   *
   * @throws ArithmeticException if it does not fit in a long
   */
  public long byteLength() {
    return Math.multiplyExact(elements(), type.bytes());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TensorSpec that
        && name.equals(that.name)
        && type == that.type
        && Arrays.equals(shape, that.shape);
  }

  @Override
  public int hashCode() {
    return 31 * name.hashCode() + Arrays.hashCode(shape);
  }

  @Override
  public String toString() {
    return name + " " + type + Arrays.toString(shape);
  }
}
