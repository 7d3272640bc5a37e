package io.qcpruner.eval.metric;

import java.util.List;

/**
 * OCRBench (Liu et al., "OCRBench", 2023): an item is right when any gold text occurs in the
 * answer.
 */
public final class OcrBenchMatch {

  /** Handwritten formulas of this source are compared without blanks. */
  public static final String FORMULAS = "HME100k";

  private OcrBenchMatch() {}

  /**
   * @param legacyLowercase lower-case the answer first, so that formulas with capitals can never
   *     match; lmms-eval 0.7.1 does so, later versions do not
   */
  public static boolean matches(
      String answer, List<String> golds, String dataset, boolean legacyLowercase) {
    boolean formula = dataset.equals(FORMULAS);
    String prediction = legacyLowercase || !formula ? PyText.lower(answer) : answer;
    String clean = formula ? dense(prediction) : flat(prediction);
    return golds.stream()
        .map(gold -> formula ? dense(gold) : flat(PyText.lower(gold)))
        .anyMatch(clean::contains);
  }

  private static String flat(String s) {
    return PyText.strip(s).replace('\n', ' ');
  }

  private static String dense(String s) {
    return flat(s).replace(" ", "");
  }
}
