package io.qcpruner.pocket.scene;

import java.util.Locale;
import java.util.Random;

/** Draws objects, later ones over earlier ones, and remembers which object each pixel shows. */
final class Raster {

  private static final double STROKE_REACH = 0.62;
  private static final double LETTER_ADVANCE = 5.6;

  /** What a stroke may reach beyond the object's half size; thicker strokes are cut there. */
  private static final int MARGIN = 4;

  private final StrokeFont font;
  private final Window window;
  private final int[] rgb;
  private final int[] owner;

  Raster(StrokeFont font, Window window, int[] rgb) {
    this.font = font;
    this.window = window;
    this.rgb = rgb;
    this.owner = new int[rgb.length];
    java.util.Arrays.fill(owner, -1);
  }

  int[] owner() {
    return owner;
  }

  void draw(SceneObject object, int index, Random random) {
    int color = jitter(object.color().rgb(), random);
    int wide = object.halfWidth() + MARGIN;
    int high = object.halfHeight() + MARGIN;
    int x0 = Math.max(window.left(), object.centerX() - wide);
    int x1 = Math.min(window.left() + window.width() - 1, object.centerX() + wide);
    int y0 = Math.max(window.top(), object.centerY() - high);
    int y1 = Math.min(window.top() + window.height() - 1, object.centerY() + high);
    for (int y = y0; y <= y1; y++) {
      for (int x = x0; x <= x1; x++) {
        if (covers(object, x, y)) {
          int i = (y - window.top()) * window.width() + x - window.left();
          rgb[i] = noisy(color, random);
          owner[i] = index;
        }
      }
    }
  }

  boolean covers(SceneObject o, int x, int y) {
    if (Math.abs(x - o.centerX()) > o.halfWidth() + MARGIN
        || Math.abs(y - o.centerY()) > o.halfHeight() + MARGIN) {
      return false;
    }
    double dx = x + 0.5 - o.centerX();
    double dy = y + 0.5 - o.centerY();
    if (o.kind() == SceneObject.Kind.SHAPE) {
      return Shape.valueOf(o.name().toUpperCase(Locale.ROOT))
          .inside(dx / o.halfWidth(), dy / o.halfHeight());
    }
    String text = o.name().toUpperCase(Locale.ROOT);
    double unit = 2.0 * o.halfHeight() / StrokeFont.GRID_HEIGHT;
    double wide = StrokeFont.GRID_WIDTH + (text.length() - 1) * LETTER_ADVANCE;
    double gx = dx / unit + wide / 2;
    double gy = dy / unit + StrokeFont.GRID_HEIGHT / 2;
    for (int i = 0; i < text.length(); i++) {
      if (font.inside(text.charAt(i), gx - i * LETTER_ADVANCE, gy, STROKE_REACH)) {
        return true;
      }
    }
    return false;
  }

  /** Half the width of a text whose half height is given. */
  static int textHalfWidth(int letters, int halfHeight) {
    double unit = 2.0 * halfHeight / StrokeFont.GRID_HEIGHT;
    return (int) ((StrokeFont.GRID_WIDTH + (letters - 1) * LETTER_ADVANCE) * unit / 2);
  }

  private static int jitter(int rgb, Random random) {
    int value = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
      int c = (rgb >> shift & 255) + random.nextInt(21) - 10;
      value = value << 8 | Math.max(0, Math.min(255, c));
    }
    return value;
  }

  private static int noisy(int rgb, Random random) {
    int noise = random.nextInt(13) - 6;
    int value = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
      value = value << 8 | Math.max(0, Math.min(255, (rgb >> shift & 255) + noise));
    }
    return value;
  }
}
