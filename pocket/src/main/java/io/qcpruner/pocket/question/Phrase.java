package io.qcpruner.pocket.question;

import java.util.ArrayList;
import java.util.List;

/** Builds the text of a question and notes where objects are mentioned. */
final class Phrase {

  private final StringBuilder text = new StringBuilder();
  private final List<Question.Mention> mentions = new ArrayList<>();
  private final List<Question.Option> options = new ArrayList<>();
  private final List<Question.Claim> claims = new ArrayList<>();

  Phrase say(String words) {
    text.append(words);
    return this;
  }

  /** Says a noun phrase whose last word means these objects. */
  Phrase mention(String words, List<Integer> objects) {
    text.append(words);
    mentions.add(new Question.Mention(text.length(), objects));
    return this;
  }

  /** Says a lettered option on a line of its own. */
  Phrase option(char letter, String words, boolean right) {
    text.append('\n').append(letter);
    int letterEnd = text.length();
    text.append(". ").append(words);
    options.add(new Question.Option(letterEnd, text.length(), right));
    return this;
  }

  /** Says a word that the question asserts. */
  Phrase claim(String word, boolean holds) {
    text.append(word);
    claims.add(new Question.Claim(text.length(), holds));
    return this;
  }

  /** Puts another question's words here, mentions included. */
  Phrase quote(Question other) {
    int shift = text.length();
    text.append(other.text());
    for (Question.Mention m : other.mentions()) {
      mentions.add(new Question.Mention(m.end() + shift, m.objects()));
    }
    for (Question.Claim c : other.claims()) {
      claims.add(new Question.Claim(c.end() + shift, c.holds()));
    }
    return this;
  }

  /** Fills the one "%s" of a template with a noun phrase. */
  static Phrase of(String template, String words, List<Integer> objects) {
    int at = template.indexOf("%s");
    return new Phrase()
        .say(template.substring(0, at))
        .mention(words, objects)
        .say(template.substring(at + 2));
  }

  Question ask(Family family, String answer) {
    return ask(family, answer, "");
  }

  Question ask(Family family, String answer, String negative) {
    return new Question(
        family, text.toString(), answer, mentions, options, claims, answer, negative);
  }
}
