package io.qcpruner.examples;

import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.select.Selection;
import io.qcpruner.core.select.SelectorInput;
import io.qcpruner.core.select.SelectorOptions;
import io.qcpruner.core.select.Selectors;
import java.util.Arrays;
import java.util.Random;

/** Selection alone: features and a utility in, indices out. Needs the core and the JDK. */
public final class SelectTokens {
  private SelectTokens() {}

  public static void main(String[] arguments) {
    System.out.println(Arrays.toString(select(576, 64).kept()));
  }

  static Selection select(int tokens, int keep) {
    Random random = new Random(1);
    Matrix features = Matrix.zeros(tokens, 32);
    float[] utility = new float[tokens];
    for (int i = 0; i < tokens; i++) {
      utility[i] = random.nextFloat();
      for (int j = 0; j < 32; j++) {
        features.data()[features.offset(i) + j] = (float) random.nextGaussian();
      }
    }
    SelectorInput input = SelectorInput.ofFeatures(features).withUtility(utility);
    return Selectors.create("coverage", SelectorOptions.STANDARD).select(input, keep);
  }
}
