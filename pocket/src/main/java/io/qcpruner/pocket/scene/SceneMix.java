package io.qcpruner.pocket.scene;

/**
 * What scenes are made of.
 *
 * @param shapesInTen how many of ten objects are shapes; the rest is text
 * @param themesInThree how many of three scenes repeat a shape
 */
public record SceneMix(int shapesInTen, int themesInThree) {

  /** What calibration and test pictures are drawn with. */
  public static final SceneMix STANDARD = new SceneMix(6, 1);
}
