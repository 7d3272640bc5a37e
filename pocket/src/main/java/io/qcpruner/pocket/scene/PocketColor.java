package io.qcpruner.pocket.scene;

/** The eight colours of objects, far enough apart to survive jitter and noise. */
public enum PocketColor {
  RED(220, 35, 35),
  GREEN(35, 160, 50),
  BLUE(40, 60, 220),
  YELLOW(240, 220, 40),
  PURPLE(150, 40, 175),
  CYAN(60, 215, 225),
  WHITE(245, 245, 245),
  BLACK(20, 20, 20);

  private final int red;
  private final int green;
  private final int blue;

  PocketColor(int red, int green, int blue) {
    this.red = red;
    this.green = green;
    this.blue = blue;
  }

  /** 0xRRGGBB. */
  public int rgb() {
    return red << 16 | green << 8 | blue;
  }

  /** The word that names it in questions and answers. */
  public String word() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
