package io.qcpruner.model.nn;

import org.bytedeco.pytorch.Tensor;

/**
 * Some outputs of a named linear map.
 *
 * @param prefix the map's name: {@code prefix.weight} [out, in] and, with bias, {@code prefix.bias}
 * @param in inputs of the map
 * @param out outputs of the whole map
 * @param bias whether it has one
 * @param outputs the outputs that are wanted
 */
public record WeightRows(String prefix, int in, int out, boolean bias, Slice outputs) {

  /** All outputs. */
  public static WeightRows all(String prefix, int in, int out, boolean bias) {
    return new WeightRows(prefix, in, out, bias, new Slice(0, out));
  }

  /** The wanted rows of a tensor with a row for each output of the whole map. */
  Tensor of(Tensor whole) {
    return outputs.length() == out ? whole : outputs.of(whole, 0);
  }
}
