package io.qcpruner.eval.metric;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Option letters of the multiple-choice tasks, one reading per official scorer. */
public final class ChoiceAnswer {

  private static final Pattern SQA_SENTENCE = Pattern.compile("The answer is ([A-Z]).");
  private static final Pattern AI2D_LETTER =
      Pattern.compile("^\\s*([A-Z])\\.", Pattern.UNICODE_CHARACTER_CLASS);
  // UNIX_LINES: as in Python, only a line feed ends a line
  private static final Pattern MV_LETTER_TEXT =
      Pattern.compile(
          "^([A-E])\\.\\s*(.+)$",
          Pattern.CASE_INSENSITIVE | Pattern.UNIX_LINES | Pattern.UNICODE_CHARACTER_CLASS);
  private static final Pattern MV_LETTER =
      Pattern.compile("\\b([A-E])\\b", Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CHARACTER_CLASS);
  private static final String[] LVB_PHRASES = {
    "The best answer is", "The correct answer is", "The answer is", "The answer",
    "The best option is", "The correct option is", "Best answer:", "Best option:"
  };
  // the last two are two literals each in the reference, fused by a missing comma
  private static final String[] VIDEOMME_PHRASES = {
    "The best answer is",
    "The correct answer is",
    "The answer is",
    "The answer",
    "The best option isThe correct option is",
    "Best answer:Best option:"
  };

  private ChoiceAnswer() {}

  /** The letter of a zero-based option. */
  public static String letter(int index) {
    if (index < 0 || index > 25) {
      throw new IllegalArgumentException("option index must be 0 to 25, not " + index);
    }
    return String.valueOf((char) ('A' + index));
  }

  /** LLaVA's ScienceQA script; empty is its FAILED. */
  public static Optional<String> scienceQaLlava(String text) {
    if (text.length() == 1 && "ABCDE".contains(text)) {
      return Optional.of(text);
    }
    if (text.length() >= 3 && "ABCDE".indexOf(text.charAt(0)) >= 0 && text.startsWith(". ", 1)) {
      return Optional.of(text.substring(0, 1));
    }
    Matcher sentence = SQA_SENTENCE.matcher(text);
    String found = null;
    while (sentence.find()) {
      if (found != null) {
        return Optional.empty();
      }
      found = sentence.group(1);
    }
    return Optional.ofNullable(found);
  }

  /** lmms-eval's ScienceQA, a verdict rather than a letter. */
  public static boolean scienceQaLmms(String text, String gold) {
    String answer = PyText.strip(text);
    if (PyText.lower(answer).equals(PyText.lower(gold))) {
      return true;
    }
    boolean letterAndPeriod =
        answer.length() >= 2 && Character.isUpperCase(answer.charAt(0)) && answer.charAt(1) == '.';
    return letterAndPeriod && answer.substring(0, 1).equals(gold);
  }

  /** lmms-eval's AI2D filter: the letter in front of a period, else the answer as it is. */
  public static String ai2d(String text) {
    Matcher letter = AI2D_LETTER.matcher(text);
    return letter.find() ? letter.group(1) : text;
  }

  /** lmms-eval's MVBench cleaning; anything without a letter comes back as cleaned text. */
  public static String mvbench(String text) {
    Matcher lettered = MV_LETTER_TEXT.matcher(PyText.strip(text));
    if (lettered.find()) {
      return lettered.group(1).toUpperCase(java.util.Locale.ROOT);
    }
    String flat = PyText.strip(text.replace('\n', ' ').replace('\t', ' '));
    String clean = VqaNormalizer.punctuation(flat);
    for (char quote : new char[] {'\'', '"', ')', '('}) {
      clean = PyText.strip(clean, quote);
    }
    clean = PyText.lower(PyText.strip(clean));
    Matcher letter = MV_LETTER.matcher(clean);
    return letter.find() ? letter.group(1).toUpperCase(java.util.Locale.ROOT) : clean;
  }

  /** LongVideoBench: the first capital A to E once the known phrases are gone. */
  public static Optional<String> longVideoBench(String text) {
    return firstLetter(text, LVB_PHRASES, "ABCDE");
  }

  /** Video-MME: the first capital A to D once the known phrases are gone. */
  public static Optional<String> videoMme(String text) {
    return firstLetter(text, VIDEOMME_PHRASES, "ABCD");
  }

  /** MMStar: the gold letter must stand at one of four places at the start. */
  public static boolean mmstar(String text, String gold) {
    String answer = flatLower(text);
    String letter = flatLower(gold);
    return answer.startsWith(letter)
        || answer.startsWith("(" + letter)
        || answer.startsWith("option " + letter)
        || answer.startsWith("the answer is " + letter);
  }

  private static String flatLower(String s) {
    return PyText.strip(PyText.lower(s).replace('\n', ' '));
  }

  private static Optional<String> firstLetter(String text, String[] phrases, String letters) {
    String rest = PyText.strip(text);
    for (String phrase : phrases) {
      rest = rest.replace(phrase, "");
    }
    for (int i = 0; i < rest.length(); i++) {
      if (letters.indexOf(rest.charAt(i)) >= 0) {
        return Optional.of(rest.substring(i, i + 1));
      }
    }
    return Optional.empty();
  }
}
