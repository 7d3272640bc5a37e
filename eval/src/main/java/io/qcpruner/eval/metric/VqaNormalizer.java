package io.qcpruner.eval.metric;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Answer normalisation of the VQA challenge (Antol et al., "VQA: Visual Question Answering", ICCV
 * 2015, evaluation code), as LLaVA, lmms-eval and the evaluation servers apply it.
 */
public final class VqaNormalizer {

  private static final String PUNCTUATION = ";/[]\"{}()=+\\_-><@`,?!";
  private static final Set<String> ARTICLES = Set.of("a", "an", "the");
  private static final Map<String, String> NUMBERS =
      Map.ofEntries(
          Map.entry("none", "0"),
          Map.entry("zero", "0"),
          Map.entry("one", "1"),
          Map.entry("two", "2"),
          Map.entry("three", "3"),
          Map.entry("four", "4"),
          Map.entry("five", "5"),
          Map.entry("six", "6"),
          Map.entry("seven", "7"),
          Map.entry("eight", "8"),
          Map.entry("nine", "9"),
          Map.entry("ten", "10"));
  private static final Map<String, String> CONTRACTIONS = contractions();

  /** The reference passes a flag constant where a count is expected, so 32 periods go at most. */
  private static final int MAX_PERIODS = 32;

  private VqaNormalizer() {}

  /** The form that TextVQA, VizWiz and all submission files use. */
  public static String full(String answer) {
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
    StringBuilder out = new StringBuilder(text.length());
    for (String word : PyText.split(PyText.lower(text))) {
      String mapped = NUMBERS.getOrDefault(word, word);
      if (!ARTICLES.contains(mapped)) {
        if (out.length() > 0) {
          out.append(' ');
        }
        out.append(CONTRACTIONS.getOrDefault(mapped, mapped));
      }
    }
    return out.toString();
  }

  private static int mark(char c) {
    boolean plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == ' ' || c > '}';
    return plain ? -1 : PUNCTUATION.indexOf(c);
  }

  private static boolean isDigit(CharSequence s, int at) {
    return at >= 0 && at < s.length() && Character.isDigit(s.charAt(at));
  }

  private static Map<String, String> contractions() {
    Map<String, String> table = new HashMap<>();
    try (var in = VqaNormalizer.class.getResourceAsStream("vqa-contractions.txt");
        var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        int equals = line.indexOf('=');
        table.put(line.substring(0, equals), line.substring(equals + 1));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("vqa-contractions.txt", e);
    }
    return Map.copyOf(table);
  }
}
