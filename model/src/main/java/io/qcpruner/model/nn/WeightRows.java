package io.qcpruner.model.nn;

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

  boolean isWhole() {
    return outputs.length() == out;
  }
}
