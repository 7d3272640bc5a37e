package io.qcpruner.pocket.internal.score;

import io.qcpruner.media.RgbImage;
import io.qcpruner.pocket.scene.Scene;

/** Scenes as pictures that any model can be asked about. */
public final class SceneImages {

  private static final int GREY = 127;

  private SceneImages() {}

  public static RgbImage of(Scene scene) {
    byte[] bytes = new byte[scene.rgb().length * 3];
    for (int i = 0; i < scene.rgb().length; i++) {
      int rgb = scene.rgb()[i];
      bytes[3 * i] = (byte) (rgb >> 16);
      bytes[3 * i + 1] = (byte) (rgb >> 8);
      bytes[3 * i + 2] = (byte) rgb;
    }
    return new RgbImage(scene.width(), scene.height(), bytes);
  }

  /** A plain grey picture of the same size: what can be answered without looking. */
  public static RgbImage blank(Scene scene) {
    return RgbImage.filled(scene.width(), scene.height(), GREY, GREY, GREY);
  }
}
