package io.qcpruner.pocket.scene;

import java.util.List;

/**
 * A picture and everything that is true about it.
 *
 * @param rgb pixels 0xRRGGBB of the window, row by row
 * @param patchOwner for each patch of the window the object that fills most of it, -1 for none
 */
public record Scene(Window window, List<SceneObject> objects, int[] rgb, int[] patchOwner) {

  public Scene {
    objects = List.copyOf(objects);
  }

  public int width() {
    return window.width();
  }

  public int height() {
    return window.height();
  }

  /**
   * The patch of the window that holds the object's centre, or the nearest one it owns; -1 if none.
   */
  public int centerPatch(int object) {
    SceneObject it = objects.get(object);
    int best = -1;
    double bestDistance = Double.MAX_VALUE;
    for (int i = 0; i < patchOwner.length; i++) {
      if (patchOwner[i] == object) {
        int g = window.gridIndex(i);
        double dx = (g % Window.GRID + 0.5) * Window.PATCH - it.centerX();
        double dy = (g / Window.GRID + 0.5) * Window.PATCH - it.centerY();
        double d = dx * dx + dy * dy;
        if (d < bestDistance) {
          bestDistance = d;
          best = i;
        }
      }
    }
    return best;
  }
}
