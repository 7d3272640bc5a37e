package io.qcpruner.eval.metric;

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
    return VqaNormalizer.words(restore(out));
  }

  private static String replaceNth(String s) {
    Matcher m = PERIOD.matcher(s);
    return m.find() ? s.substring(0, m.start()) + "\u0000" + s.substring(m.end()) : s;
  }

  private static String restore(String s) {
    return s.replace("\u0000", "");
  }
}
