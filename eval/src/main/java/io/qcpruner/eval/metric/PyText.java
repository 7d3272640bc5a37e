package io.qcpruner.eval.metric;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/**
 * String operations with Python's meaning. The official scorers are Python programs; where Java
 * differs (white space, number syntax) a score would differ.
 */
public final class PyText {

  /** Python's {@code string.punctuation}. */
  public static final String PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

  private static final String DIGITS = "[0-9](?:_?[0-9])*";
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(?:D(?:\\.(?:D)?)?|\\.D)(?:[eE][+-]?D)?".replace("D", DIGITS));
  private static final Pattern SPECIAL_NUMBER =
      Pattern.compile("([+-]?)(inf|infinity|nan)", Pattern.CASE_INSENSITIVE);

  private PyText() {}

  /** {@code str.isspace} for one character. */
  public static boolean isSpace(char c) {
    if (c < 0x80) {
      return c == ' ' || (c >= 0x09 && c <= 0x0d) || (c >= 0x1c && c <= 0x1f);
    }
    return c == 0x85
        || c == 0xa0
        || c == 0x1680
        || (c >= 0x2000 && c <= 0x200a)
        || c == 0x2028
        || c == 0x2029
        || c == 0x202f
        || c == 0x205f
        || c == 0x3000;
  }

  /** {@code s.strip()}. */
  public static String strip(String s) {
    int start = 0;
    int end = s.length();
    while (start < end && isSpace(s.charAt(start))) {
      start++;
    }
    while (end > start && isSpace(s.charAt(end - 1))) {
      end--;
    }
    return s.substring(start, end);
  }

  /** {@code s.strip(c)}. */
  public static String strip(String s, char c) {
    int start = 0;
    while (start < s.length() && s.charAt(start) == c) {
      start++;
    }
    return stripEnd(s.substring(start), c);
  }

  /** {@code s.rstrip(c)}. */
  public static String stripEnd(String s, char c) {
    int end = s.length();
    while (end > 0 && s.charAt(end - 1) == c) {
      end--;
    }
    return s.substring(0, end);
  }

  /** {@code s.split()}: pieces between runs of white space, none of them empty. */
  public static List<String> split(String s) {
    List<String> pieces = new ArrayList<>();
    int start = -1;
    for (int i = 0; i < s.length(); i++) {
      if (isSpace(s.charAt(i))) {
        if (start >= 0) {
          pieces.add(s.substring(start, i));
          start = -1;
        }
      } else if (start < 0) {
        start = i;
      }
    }
    if (start >= 0) {
      pieces.add(s.substring(start));
    }
    return pieces;
  }

  /** {@code s.split(c)}: every single separator splits, empty pieces stay. */
  public static List<String> split(String s, char c) {
    List<String> pieces = new ArrayList<>();
    int start = 0;
    for (int at = s.indexOf(c); at >= 0; at = s.indexOf(c, start)) {
      pieces.add(s.substring(start, at));
      start = at + 1;
    }
    pieces.add(s.substring(start));
    return pieces;
  }

  /** {@code s.lower()}. */
  public static String lower(String s) {
    return s.toLowerCase(Locale.ROOT);
  }

  /** {@code s.capitalize()}: the first character upper case, all others lower case. */
  public static String capitalize(String s) {
    if (s.isEmpty()) {
      return s;
    }
    int first = s.offsetByCodePoints(0, 1);
    return s.substring(0, first).toUpperCase(Locale.ROOT) + lower(s.substring(first));
  }

  /** Deletes every character of {@link #PUNCTUATION}. */
  public static String withoutPunctuation(String s) {
    StringBuilder out = new StringBuilder(s.length());
    for (int i = 0; i < s.length(); i++) {
      if (PUNCTUATION.indexOf(s.charAt(i)) < 0) {
        out.append(s.charAt(i));
      }
    }
    return out.toString();
  }

  /** {@code float(s)}; empty where Python raises ValueError. */
  public static OptionalDouble parseFloat(String s) {
    String trimmed = strip(s);
    var special = SPECIAL_NUMBER.matcher(trimmed);
    if (special.matches()) {
      double value = lower(special.group(2)).equals("nan") ? Double.NaN : Double.POSITIVE_INFINITY;
      return OptionalDouble.of(special.group(1).equals("-") ? -value : value);
    }
    String ascii = asciiDigits(trimmed);
    return NUMBER.matcher(ascii).matches()
        ? OptionalDouble.of(Double.parseDouble(ascii.replace("_", "")))
        : OptionalDouble.empty();
  }

  /** Python reads decimal digits of any script. */
  private static String asciiDigits(String s) {
    StringBuilder out = new StringBuilder(s.length());
    s.codePoints()
        .forEach(c -> out.appendCodePoint(Character.isDigit(c) ? '0' + Character.digit(c, 10) : c));
    return out.toString();
  }
}
