package io.qcpruner.text;

import io.qcpruner.core.layout.SpanLabel;

/**
 * A labelled part of a prompt.
 *
 * @param label SPECIAL: the text is the exact string of a special token; VISUAL: the place of one
 *     picture or clip, without text; otherwise plain text
 * @param typed whether the user typed this text in the current turn
 * @param orText whether a special token that the vocabulary lacks is written as text
 */
public record Segment(SpanLabel label, String text, boolean typed, boolean orText) {

  public Segment(SpanLabel label, String text, boolean typed) {
    this(label, text, typed, false);
  }

  /** A special token by its exact string. */
  public static Segment special(String token) {
    return new Segment(SpanLabel.SPECIAL, token, false);
  }

  /** A tag that is a special token in some vocabularies, and text of the template in others. */
  public static Segment tag(String tag) {
    return new Segment(SpanLabel.SPECIAL, tag, false, true);
  }

  /** Text of the template. */
  public static Segment template(String text) {
    return new Segment(SpanLabel.TEMPLATE, text, false);
  }

  /** The place of one picture, clip or group of its rows. */
  public static Segment visual() {
    return new Segment(SpanLabel.VISUAL, "", false);
  }

  boolean isText() {
    return label != SpanLabel.SPECIAL && label != SpanLabel.VISUAL;
  }
}
