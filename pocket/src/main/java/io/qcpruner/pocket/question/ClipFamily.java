package io.qcpruner.pocket.question;

/** Families of questions about clips. */
public enum ClipFamily {
  /** Where something goes. */
  MOTION,
  /** What appears before what. */
  ORDER,
  /** Colour, shape or presence. */
  APPEARANCE;

  public String label() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
