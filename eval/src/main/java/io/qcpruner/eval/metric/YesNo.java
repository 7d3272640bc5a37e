package io.qcpruner.eval.metric;

/** Yes/no answers of POPE and MME, in the reading of each official scorer. */
public enum YesNo {
  YES,
  NO,
  OTHER;

  /** MME's tool looks this far into an answer that is not a plain yes or no. */
  private static final int PREFIX = 4;

  /** A gold label or canonical form. */
  public static YesNo label(String text) {
    return switch (PyText.lower(PyText.strip(text))) {
      case "yes" -> YES;
      case "no" -> NO;
      default -> OTHER;
    };
  }

  /** LLaVA's POPE script: any denying word in the first sentence means no, all else yes. */
  public static YesNo popeLlava(String answer) {
    int period = answer.indexOf('.');
    String first = period < 0 ? answer : answer.substring(0, period);
    for (String word : PyText.split(first.replace(",", ""), ' ')) {
      if (word.equals("No") || word.equals("not") || word.equals("no")) {
        return NO;
      }
    }
    return YES;
  }

  /** MME's own tool; leading blanks are not removed. */
  public static YesNo mmeOfficial(String answer) {
    String lower = PyText.lower(answer);
    return switch (lower) {
      case "yes" -> YES;
      case "no" -> NO;
      default -> byPrefix(lower);
    };
  }

  /** lmms-eval's MME: periods go, single letters count. */
  public static YesNo mmeLmms(String answer) {
    String lower = PyText.strip(PyText.lower(answer)).replace(".", "");
    return switch (lower) {
      case "yes", "y" -> YES;
      case "no", "n" -> NO;
      default -> byPrefix(lower);
    };
  }

  private static YesNo byPrefix(String lower) {
    String start = lower.substring(0, Math.min(PREFIX, lower.length()));
    if (start.contains("yes")) {
      return YES;
    }
    return start.contains("no") ? NO : OTHER;
  }
}
