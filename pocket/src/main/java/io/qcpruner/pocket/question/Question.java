package io.qcpruner.pocket.question;

import java.util.List;

/**
 * A question about a scene.
 *
 * @param text what the user says
 * @param answer the only right answer
 * @param mentions which words mean which objects; training looks at them, answering does not
 * @param options where the lettered options are; empty without
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

  public Question {
    mentions = List.copyOf(mentions);
    options = List.copyOf(options);
  }

  Question withClue(String other) {
    return new Question(family, text, answer, mentions, options, other, negative);
  }
}
