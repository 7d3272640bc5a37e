package io.qcpruner.pocket.question;

import java.util.List;

/**
 * A question about a scene.
 *
 * @param text what the user says
 * @param answer the only right answer
 * @param mentions which words mean which objects; training looks at them, answering does not
 * @param options where the lettered options are; empty without
 * @param claims words that a yes-or-no question asserts of the picture; for training only
 * @param clue what has to be found in the picture before the answer can be said: the right option's
 *     words, the true relation, or the answer itself; training hints at it, answering does not
 * @param negative how a "no" of the presence family was made; empty otherwise
 */
public record Question(
    Family family,
    String text,
    String answer,
    List<Mention> mentions,
    List<Option> options,
    List<Claim> claims,
    String clue,
    String negative) {

  /**
   * A word of the question that means objects of the scene.
   *
   * @param end index just after the word's last character
   * @param objects the objects meant; none when the thing asked for is absent
   */
  public record Mention(int end, List<Integer> objects) {
    public Mention {
      objects = List.copyOf(objects);
    }
  }

  /**
   * A lettered option.
   *
   * @param letterEnd index just after its letter
   * @param end index just after its last word
   */
  public record Option(int letterEnd, int end, boolean right) {}

  /**
   * A word that the question asserts.
   *
   * @param end index just after the word's last character
   * @param holds whether it is so
   */
  public record Claim(int end, boolean holds) {}

  public Question {
    mentions = List.copyOf(mentions);
    options = List.copyOf(options);
    claims = List.copyOf(claims);
  }

  Question withClue(String other) {
    return new Question(family, text, answer, mentions, options, claims, other, negative);
  }
}
