package io.qcpruner.core.anchor;

/**
 * Which language's words and stop list are used.
 *
 * @param detect choose for each prompt; {@code language} is then not used
 * @param language the language of all prompts
 */
public record LanguageChoice(boolean detect, AnchorLanguage language) {

  /** The paper's: English word pattern and stop list, whatever the prompt is written in. */
  public static final LanguageChoice PAPER = new LanguageChoice(false, AnchorLanguage.ENGLISH);

  /** By the prompt; results are then not those of the paper's configuration. */
  public static final LanguageChoice AUTO = new LanguageChoice(true, AnchorLanguage.ENGLISH);

  /** {@code auto} or the code of a language. */
  public static LanguageChoice parse(String text) {
    return text.equals("auto") ? AUTO : new LanguageChoice(false, AnchorLanguage.ofCode(text));
  }

  @Override
  public String toString() {
    return detect ? "auto" : language.code();
  }
}
