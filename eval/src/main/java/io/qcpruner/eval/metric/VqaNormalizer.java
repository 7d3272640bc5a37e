package io.qcpruner.eval.metric;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Answer normalisation of the VQA challenge (Antol et al., "VQA: Visual Question Answering", ICCV
 * 2015, evaluation code), as LLaVA, lmms-eval and the evaluation servers apply it.
 */
public final class VqaNormalizer {

  private static final String PUNCTUATION = ";/[]\"{}()=+\\_-><@`,?!";
  private static final String NUMBERS =
      "none=0 zero=0 one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10";

  /** What becomes of a word: articles nothing, number words digits, contractions their mark. */
  private static final Map<String, String> REPLACEMENTS = replacements();

  /** The reference passes a flag constant where a count is expected, so 32 periods go at most. */
  private static final int MAX_PERIODS = 32;

  private VqaNormalizer() {}

  /** The form that TextVQA, VizWiz and all submission files use. */
  public static String full(String answer) {
    if (isPlain(answer)) {
      return words(answer);
    }
    StringBuilder kept = new StringBuilder(answer.length());
    String lower = PyText.lower(answer);
    for (int i = 0; i < lower.length(); i++) {
      char c = lower.charAt(i);
      if (c != ',' && c != '?') {
        kept.append(c);
      }
    }
    return shortForm(PyText.strip(kept.toString().replace("'s", " 's")));
  }

  /** The form that VQAv2 scoring uses. */
  public static String shortForm(String answer) {
    if (isPlain(answer)) {
      return words(answer);
    }
    String flat = PyText.strip(answer.replace('\n', ' ').replace('\t', ' '));
    return words(punctuation(flat));
  }

  /**
   * Deletes or blanks punctuation. Whether a mark goes without a trace depends on the input alone,
   * so all marks are decided first and applied in one pass.
   */
  static String punctuation(String in) {
    boolean commaInNumber = false;
    boolean any = false;
    // one bit per mark: present, and standing next to a space
    int besideSpace = 0;
    for (int i = 0; i < in.length(); i++) {
      char c = in.charAt(i);
      int mark = mark(c);
      if (mark < 0) {
        any |= c == '.';
        continue;
      }
      any = true;
      boolean spaceBefore = i > 0 && in.charAt(i - 1) == ' ';
      boolean spaceAfter = i + 1 < in.length() && in.charAt(i + 1) == ' ';
      if (spaceBefore || spaceAfter) {
        besideSpace |= 1 << mark;
      }
      commaInNumber |= c == ',' && isDigit(in, i - 1) && isDigit(in, i + 1);
    }
    return any ? applyPunctuation(in, commaInNumber ? -1 : besideSpace) : in;
  }

  private static String applyPunctuation(String in, int deleted) {
    StringBuilder blanked = new StringBuilder(in.length());
    for (int i = 0; i < in.length(); i++) {
      int mark = mark(in.charAt(i));
      if (mark < 0) {
        blanked.append(in.charAt(i));
      } else if ((deleted >> mark & 1) == 0) {
        blanked.append(' ');
      }
    }
    StringBuilder out = new StringBuilder(blanked.length());
    int periods = 0;
    for (int i = 0; i < blanked.length(); i++) {
      boolean loose = blanked.charAt(i) == '.' && !isDigit(blanked, i + 1);
      if (loose && periods < MAX_PERIODS) {
        periods++;
      } else {
        out.append(blanked.charAt(i));
      }
    }
    return out.toString();
  }

  /** Maps number words and contractions, drops articles, joins with single spaces. */
  static String words(String text) {
    String lower = PyText.lower(text);
    StringBuilder out = null;
    String only = "";
    int start = -1;
    for (int i = 0; i <= lower.length(); i++) {
      boolean inside = i < lower.length() && !PyText.isSpace(lower.charAt(i));
      if (inside && start < 0) {
        start = i;
      } else if (!inside && start >= 0) {
        String word = lower.substring(start, i);
        String mapped = REPLACEMENTS.getOrDefault(word, word);
        start = -1;
        if (mapped.isEmpty()) {
          continue;
        }
        // most answers are one word: no builder for those
        if (only.isEmpty()) {
          only = mapped;
        } else {
          out = out == null ? new StringBuilder(lower.length()).append(only) : out;
          out.append(' ').append(mapped);
        }
      }
    }
    return out == null ? only : out.toString();
  }

  /** Only lower-case letters, digits and blanks: no cleaning changes it. */
  private static boolean isPlain(String s) {
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      if (!(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == ' ')) {
        return false;
      }
    }
    return true;
  }

  private static int mark(char c) {
    boolean plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == ' ' || c > '}';
    return plain ? -1 : PUNCTUATION.indexOf(c);
  }

  private static boolean isDigit(CharSequence s, int at) {
    return at >= 0 && at < s.length() && Character.isDigit(s.charAt(at));
  }

  private static Map<String, String> replacements() {
    Map<String, String> table = new HashMap<>();
    for (String article : new String[] {"a", "an", "the"}) {
      table.put(article, "");
    }
    for (String number : NUMBERS.split(" ")) {
      table.put(
          number.substring(0, number.indexOf('=')), number.substring(number.indexOf('=') + 1));
    }
    try (var in = VqaNormalizer.class.getResourceAsStream("vqa-contractions.txt");
        var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        int equals = line.indexOf('=');
        table.put(line.substring(0, equals), line.substring(equals + 1));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("vqa-contractions.txt", e);
    }
    return table;
  }
}
