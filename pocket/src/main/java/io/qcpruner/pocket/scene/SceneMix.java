package io.qcpruner.pocket.scene;

/**
 * What scenes are made of.
 *
 * @param shapesInTen how many of ten objects are shapes; the rest is text
 * @param themesInThree how many of three scenes repeat a shape
 * @param lattice centres of objects lie on multiples of this many pixels; 1 for anywhere
 */
public record SceneMix(int shapesInTen, int themesInThree, int lattice) {

  /** Half a patch: a small tower first learns these offsets. */
  public static final int HALF_PATCH = Window.PATCH / 2;

  /** What calibration and test pictures are drawn with. */
  public static final SceneMix STANDARD = new SceneMix(6, 1, HALF_PATCH);

  /** A copy with centres anywhere. */
  public static final SceneMix ANYWHERE = new SceneMix(6, 1, 1);

  public SceneMix {
    if (lattice < 1) {
      throw new IllegalArgumentException("centres on multiples of " + lattice + " pixels");
    }
  }
}
