package io.qcpruner.pocket.scene;

/**
 * One thing in a scene.
 *
 * @param kind what sort of thing
 * @param name "star", "K", "7" or "cat": the word that identifies it within its kind
 * @param centerX pixels from the left of the whole picture
 * @param centerY pixels from its top
 * @param halfWidth half the width of its box in pixels
 * @param halfHeight half the height of its box
 */
public record SceneObject(
    Kind kind,
    String name,
    PocketColor color,
    Size size,
    int centerX,
    int centerY,
    int halfWidth,
    int halfHeight) {

  /** Sorts of things. */
  public enum Kind {
    SHAPE,
    LETTER,
    DIGIT,
    WORD;

    public String word() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  /** Two sizes, with a gap between them. */
  public enum Size {
    SMALL,
    LARGE;

    public String word() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  /** "star", "letter K", "word cat": how a question names it when nothing else is like it. */
  public String noun() {
    return kind == Kind.SHAPE ? name : kind.word() + " " + name;
  }
}
