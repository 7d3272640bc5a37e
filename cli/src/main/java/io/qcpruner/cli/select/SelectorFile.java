package io.qcpruner.cli.select;

import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.checkpoint.weights.SafetensorsFile;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.select.SelectorInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Selector inputs in a safetensors file: {@code features} [N, d] or {@code affinity} [N, N], {@code
 * utility} [N] and, for the MMTok backends, {@code anchor_cosine} [m, N]. Other tensors are
 * ignored.
 */
public final class SelectorFile {

  /** Affinities of other programs are symmetric up to rounding. */
  private static final float SYMMETRY_TOLERANCE = 1e-3f;

  private final SafetensorsFile file;

  private SelectorFile(SafetensorsFile file) {
    this.file = file;
  }

  public static SelectorInput read(Path path, float rho) throws IOException {
    if (!Files.isRegularFile(path)) {
      throw new WeightsException(
          (path.toString().isEmpty() ? "\"\"" : path) + ": there is no such file");
    }
    try (SafetensorsFile file = SafetensorsFile.open(path)) {
      return new SelectorFile(file).input(rho);
    }
  }

  private SelectorInput input(float rho) throws IOException {
    Matrix features = file.has("features") ? matrix("features") : null;
    Matrix affinity = file.has("affinity") ? affinity() : null;
    if (features == null && affinity == null) {
      throw new WeightsException(file.path() + ": holds neither features nor affinity");
    }
    int n = features != null ? features.rows() : affinity.rows();
    if (n == 0) {
      throw new WeightsException(file.path() + ": there are no tokens to choose from");
    }
    if (affinity != null) {
      requireTokens("affinity", affinity.rows(), n);
    }
    float[] utility = file.has("utility") ? utility(n) : null;
    Matrix anchors = file.has("anchor_cosine") ? matrix("anchor_cosine") : null;
    if (anchors != null) {
      requireTokens("anchor_cosine", anchors.cols(), n);
    }
    return new SelectorInput(n, utility, affinity, features, anchors, rho);
  }

  private Matrix affinity() throws IOException {
    Matrix affinity = matrix("affinity");
    int n = affinity.rows();
    if (affinity.cols() != n) {
      throw new WeightsException(
          file.path() + ": affinity is " + n + " x " + affinity.cols() + ", not square");
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        if (!(Math.abs(affinity.get(i, j) - affinity.get(j, i)) <= SYMMETRY_TOLERANCE)) {
          throw new WeightsException(
              "%s: affinity is not symmetric: [%d, %d] is %s, [%d, %d] is %s"
                  .formatted(file.path(), i, j, affinity.get(i, j), j, i, affinity.get(j, i)));
        }
      }
    }
    return affinity;
  }

  private float[] utility(int n) throws IOException {
    long[] shape = file.tensor("utility").spec().shape();
    if (shape.length != 1) {
      throw wrongShape("utility", shape, "[N]");
    }
    requireTokens("utility", shape[0], n);
    float[] utility = floats("utility");
    for (int i = 0; i < n; i++) {
      if (!(utility[i] >= 0 && utility[i] <= 1)) {
        throw new WeightsException(
            file.path() + ": utility " + i + " is " + utility[i] + ", not in [0, 1]");
      }
    }
    return utility;
  }

  private float[] floats(String name) throws IOException {
    NumberType type = file.tensor(name).spec().type();
    if (!type.isFloat()) {
      throw new WeightsException(file.path() + ": " + name + " is " + type + ", not a float type");
    }
    return file.floats(name);
  }

  private Matrix matrix(String name) throws IOException {
    long[] shape = file.tensor(name).spec().shape();
    if (shape.length != 2) {
      throw wrongShape(name, shape, "two axes");
    }
    float[] values = floats(name);
    // both sizes are below 2^31: their product is the length of an array, unless one is 0
    if (values.length == 0) {
      throw wrongShape(name, shape, "at least one value");
    }
    Matrix matrix = new Matrix(values, (int) shape[0], (int) shape[1]);
    try {
      return matrix.requireFinite(name);
    } catch (IllegalArgumentException e) {
      throw new WeightsException(file.path() + ": " + e.getMessage(), e);
    }
  }

  private void requireTokens(String name, long count, int n) throws WeightsException {
    if (count != n) {
      throw new WeightsException(
          file.path() + ": " + name + " is for " + count + " tokens, there are " + n);
    }
  }

  private WeightsException wrongShape(String name, long[] shape, String wanted) {
    return new WeightsException(
        file.path() + ": " + name + " has shape " + Arrays.toString(shape) + ", not " + wanted);
  }
}
