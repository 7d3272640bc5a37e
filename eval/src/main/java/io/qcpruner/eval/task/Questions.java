package io.qcpruner.eval.task;

/** The bare question inside a prompt. */
public final class Questions {

  private Questions() {}

  /** The part of a multiple-choice prompt before its options. */
  public static String withoutOptions(String prompt) {
    int lmms = prompt.indexOf(" There are several options:");
    int llava = prompt.indexOf("\nA. ");
    int end = lmms >= 0 ? lmms : llava;
    return end < 0 ? prompt : prompt.substring(0, end);
  }
}
