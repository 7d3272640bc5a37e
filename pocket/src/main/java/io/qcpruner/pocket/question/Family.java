package io.qcpruner.pocket.question;

/** Question families, each after a public benchmark. */
public enum Family {
  /** POPE: is it there; negatives are random, popular or adversarial. */
  PRESENCE,
  COLOR,
  SHAPE,
  COUNT,
  POSITION,
  /** GQA: two objects against each other. */
  RELATION,
  /** TextVQA: a letter, a digit or a word. */
  READING,
  /** MMBench: the same questions with lettered options. */
  CHOICE,
  /** The same questions inside a long prompt. */
  VERBOSE;

  public String label() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
