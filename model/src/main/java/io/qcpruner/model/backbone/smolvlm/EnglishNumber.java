package io.qcpruner.model.backbone.smolvlm;

import java.util.List;

/** Counts in words, as the reference writes how many frames there are. */
final class EnglishNumber {
  private static final List<String> SMALL =
      List.of(
          "zero",
          "one",
          "two",
          "three",
          "four",
          "five",
          "six",
          "seven",
          "eight",
          "nine",
          "ten",
          "eleven",
          "twelve",
          "thirteen",
          "fourteen",
          "fifteen",
          "sixteen",
          "seventeen",
          "eighteen",
          "nineteen");
  private static final List<String> TENS =
      List.of("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety");
  private static final int LIMIT = 1_000_000;

  private EnglishNumber() {}

  /** A number below a million. */
  static String words(int number) {
    if (number < 0 || number >= LIMIT) {
      throw new IllegalArgumentException(number + " is not between 0 and " + (LIMIT - 1));
    }
    if (number < 1000) {
      return belowThousand(number);
    }
    String thousands = belowThousand(number / 1000) + " thousand";
    int rest = number % 1000;
    if (rest == 0) {
      return thousands;
    }
    return thousands + (rest < 100 ? " and " : ", ") + belowThousand(rest);
  }

  private static String belowThousand(int number) {
    if (number < 100) {
      return belowHundred(number);
    }
    String hundreds = SMALL.get(number / 100) + " hundred";
    return number % 100 == 0 ? hundreds : hundreds + " and " + belowHundred(number % 100);
  }

  private static String belowHundred(int number) {
    if (number < SMALL.size()) {
      return SMALL.get(number);
    }
    String tens = TENS.get(number / 10);
    return number % 10 == 0 ? tens : tens + "-" + SMALL.get(number % 10);
  }
}
