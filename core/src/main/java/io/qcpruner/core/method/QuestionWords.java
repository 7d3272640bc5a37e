package io.qcpruner.core.method;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How MMTok turns the user's text into words; each word is tokenised on its own. The stop words are
 * those of the published code.
 */
public enum QuestionWords {
  /** Answer-format sentences and stop words go. */
  LLAVA {
    @Override
    public List<String> of(String userText) {
      String text = IMAGE_LINE.matcher(userText).replaceFirst("");
      if (text.isBlank()) {
        text = DEFAULT_QUESTION;
      }
      for (String format : FORMAT_SENTENCES) {
        text = text.replace(format, "");
      }
      text = text.strip();
      List<String> words = new ArrayList<>();
      Matcher matcher = WORD.matcher(text);
      while (matcher.find()) {
        if (!STOP_WORDS.contains(matcher.group().toLowerCase(Locale.ROOT))) {
          words.add(matcher.group());
        }
      }
      return words.isEmpty() ? split(text) : List.copyOf(words);
    }
  },

  /** Everything stays, after the word "Question:". */
  QWEN {
    @Override
    public List<String> of(String userText) {
      return split("Question: " + userText.replace("<image>", ""));
    }
  };

  private static final String DEFAULT_QUESTION = "What do you see in this image?";
  private static final Pattern IMAGE_LINE = Pattern.compile("^(?:<image>)+\\n?");
  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}_]+");
  private static final List<String> FORMAT_SENTENCES =
      List.of(
          "Answer the question using a single word or phrase.",
          "Answer with the option's letter from the given choices directly.");
  private static final Set<String> STOP_WORDS =
      Set.of(
          ("a an the is are was were be been being have has had do does did it they he she we you i"
                  + " what where when why how who which and or but so if then question answer to for"
                  + " with by from at into onto upon")
              .split(" "));

  public abstract List<String> of(String userText);

  /**
   * The user's text for CDPruner's text tower: without an answer-format sentence and its newline.
   */
  public static String withoutFormatSentence(String userText) {
    String text = userText;
    for (String format : FORMAT_SENTENCES) {
      text = text.replace("\n" + format, "");
    }
    return text;
  }

  private static List<String> split(String text) {
    return Arrays.stream(text.strip().split("\\s+")).filter(w -> !w.isEmpty()).toList();
  }
}
