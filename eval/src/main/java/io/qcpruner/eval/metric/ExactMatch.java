package io.qcpruner.eval.metric;

/** Exact match as lmms-eval computes it: case and punctuation do not count. */
public final class ExactMatch {

  private ExactMatch() {}

  public static boolean ignoringCaseAndPunctuation(String prediction, String gold) {
    return clean(PyText.strip(prediction)).equals(clean(gold));
  }

  /** GQA's own script after LLaVA's conversion: trailing periods go, case does not count. */
  public static boolean gqa(String prediction, String gold) {
    return PyText.lower(PyText.stripEnd(prediction, '.')).equals(gold);
  }

  private static String clean(String s) {
    return PyText.withoutPunctuation(PyText.lower(s));
  }
}
