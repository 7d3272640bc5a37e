package io.qcpruner.eval.metric;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The steps of the specification one after the other, mark by mark. */
final class NaiveVqaNormalizer {

  private static final Pattern COMMA = Pattern.compile("\\d,\\d", Pattern.UNICODE_CHARACTER_CLASS);
  private static final Pattern PERIOD =
      Pattern.compile("\\.(?!\\d)", Pattern.UNICODE_CHARACTER_CLASS);

  private NaiveVqaNormalizer() {}

  static String full(String s) {
    String t = PyText.lower(s).replace(",", "").replace("?", "").replace("'s", " 's");
    return shortForm(PyText.strip(t));
  }

  static String shortForm(String s) {
    String in = PyText.strip(s.replace("\n", " ").replace("\t", " "));
    String out = in;
    for (String p : ";/[]\"{}()=+\\_-><@`,?!".split("")) {
      boolean delete = in.contains(p + " ") || in.contains(" " + p) || COMMA.matcher(in).find();
      out = out.replace(p, delete ? "" : " ");
    }
    for (int i = 0; i < 32; i++) {
      // the look-ahead sees the text as it was, so go from the left over unchanged text
      out = replaceNth(out);
    }
    return words(restore(out));
  }

  private static String words(String text) {
    List<String> kept = new ArrayList<>();
    for (String word : PyText.split(PyText.lower(text))) {
      int number =
          List.of(
                  "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
                  "ten")
              .indexOf(word);
      String mapped = word.equals("none") ? "0" : number >= 0 ? "" + number : word;
      if (!List.of("a", "an", "the").contains(mapped)) {
        kept.add(mapped.equals("dont") ? "don't" : mapped);
      }
    }
    return String.join(" ", kept);
  }

  private static String replaceNth(String s) {
    Matcher m = PERIOD.matcher(s);
    return m.find() ? s.substring(0, m.start()) + "\u0000" + s.substring(m.end()) : s;
  }

  private static String restore(String s) {
    return s.replace("\u0000", "");
  }
}
