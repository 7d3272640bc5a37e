package io.qcpruner.pocket.scene;

import java.util.List;

/** What can be written in a picture: single letters, single digits, short words. */
public final class Lexicon {

  public static final List<String> LETTERS = List.of(StrokeFont.LETTERS.split(""));
  public static final List<String> DIGITS = List.of(StrokeFont.DIGITS.split(""));
  public static final List<String> WORDS =
      List.of(
          "car", "cat", "cup", "elf", "fan", "hat", "hen", "jar", "key", "leg", "map", "net", "pen",
          "rug", "tea", "van");

  private Lexicon() {}
}
