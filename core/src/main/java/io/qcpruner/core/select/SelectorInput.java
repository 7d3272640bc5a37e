package io.qcpruner.core.select;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.utility.MinMax;
import io.qcpruner.core.utility.Utility;

/**
 * What the selectors of a controlled comparison share. A selector that needs a part which is not
 * there says so, and refuses NaN and infinities in the parts that it uses.
 *
 * @param tokens number of candidates N
 * @param utility query utility u of each candidate; null without a query
 * @param cosine [N, N] raw cosine S of the candidates' states, diagonal 1; null when features stand
 *     in for it
 * @param features [N, d] states of the candidates; null when there is only the cosine
 * @param anchorCosine [m, N] cosine s of anchors and candidates; null without anchors
 * @param rho utility floor
 */
public record SelectorInput(
    int tokens, float[] utility, Matrix cosine, Matrix features, Matrix anchorCosine, float rho) {

  public SelectorInput {
    requireLength("utility", utility == null ? tokens : utility.length, tokens);
    requireLength("cosine rows", cosine == null ? tokens : cosine.rows(), tokens);
    requireLength("cosine columns", cosine == null ? tokens : cosine.cols(), tokens);
    requireLength("feature rows", features == null ? tokens : features.rows(), tokens);
    requireLength("anchor columns", anchorCosine == null ? tokens : anchorCosine.cols(), tokens);
    Utility.requireRho(rho);
    requireFinite("utility", utility);
  }

  public static SelectorInput ofCosine(Matrix cosine) {
    return new SelectorInput(cosine.rows(), null, cosine, null, null, 0);
  }

  public static SelectorInput ofFeatures(Matrix features) {
    return new SelectorInput(features.rows(), null, null, features, null, 0);
  }

  public SelectorInput withUtility(float[] newUtility) {
    return new SelectorInput(tokens, newUtility, cosine, features, anchorCosine, rho);
  }

  public SelectorInput withAnchors(Matrix newAnchorCosine) {
    return new SelectorInput(tokens, utility, cosine, features, newAnchorCosine, rho);
  }

  public SelectorInput withRho(float newRho) {
    return new SelectorInput(tokens, utility, cosine, features, anchorCosine, newRho);
  }

  /** The cosine matrix, computed from the features when it was not given. */
  public Matrix denseCosine() {
    return cosine != null ? cosine : Kernels.cosine(requireFeatures().requireFinite("features"));
  }

  /** The cosine matrix, every value looked at. */
  Matrix checkedCosine() {
    return denseCosine().requireFinite("cosine");
  }

  public Matrix requireFeatures() {
    return required("features", features);
  }

  public float[] requireUtility() {
    return required("a utility per token", utility);
  }

  public Matrix requireAnchors() {
    return required("anchor cosines", anchorCosine);
  }

  /** u-hat: {@code rho + (1 - rho) u}. */
  public float[] flooredUtility() {
    return Utility.floor(requireUtility(), rho);
  }

  /** q of MMR and DPP: the utility stretched to [0, 1], then floored. */
  public float[] quality() {
    return Utility.floor(MinMax.stretch(requireUtility()), rho);
  }

  private static <T> T required(String what, T value) {
    if (value == null) {
      throw new IllegalArgumentException("this selector needs " + what);
    }
    return value;
  }

  private static void requireLength(String what, int length, int tokens) {
    if (length != tokens) {
      throw new IllegalArgumentException(length + " " + what + " for " + tokens + " tokens");
    }
  }

  private static void requireFinite(String name, float[] values) {
    for (int i = 0; values != null && i < values.length; i++) {
      if (!Float.isFinite(values[i])) {
        throw new IllegalArgumentException(name + " " + i + " is " + values[i]);
      }
    }
  }
}
