package io.qcpruner.pocket.scene;

import java.util.Random;

/** Greyish textures: noise, stripes, checks, slopes and clouds, none as vivid as an object. */
final class Background {

  private static final int CLOUD_CELL = 28;

  private Background() {}

  static void paint(int[] rgb, Window window, Random random) {
    int[] base = {
      105 + random.nextInt(45) - 8 + random.nextInt(17),
      105 + random.nextInt(45) - 8 + random.nextInt(17),
      105 + random.nextInt(45) - 8 + random.nextInt(17)
    };
    int mean = (base[0] + base[1] + base[2]) / 3;
    int style = random.nextInt(5);
    int amplitude = 6 + random.nextInt(14);
    int period = 6 + random.nextInt(26);
    int slant = random.nextInt(3) - 1;
    int[] cloud = cloud(random);
    for (int y = 0; y < window.height(); y++) {
      for (int x = 0; x < window.width(); x++) {
        int px = x + window.left();
        int py = y + window.top();
        int texture = texture(style, px, py, amplitude, period, slant, cloud);
        int noise = random.nextInt(15) - 7;
        int value = 0;
        for (int c = 0; c < 3; c++) {
          int tint = mean + (base[c] - mean) / 2;
          value = value << 8 | Math.max(0, Math.min(255, tint + texture + noise));
        }
        rgb[y * window.width() + x] = value;
      }
    }
  }

  private static int texture(
      int style, int x, int y, int amplitude, int period, int slant, int[] cloud) {
    return switch (style) {
      case 0 -> 0;
      case 1 ->
          Math.floorMod((slant == 0 ? y : x + slant * y) / period, 2) == 0 ? amplitude : -amplitude;
      case 2 -> (x / period + y / period) % 2 == 0 ? amplitude : -amplitude;
      case 3 -> amplitude * (2 * (slant == 0 ? y : x) - Window.SIDE) / Window.SIDE;
      default -> amplitude * cloudAt(cloud, x, y) / 64;
    };
  }

  private static int[] cloud(Random random) {
    int side = Window.SIDE / CLOUD_CELL + 2;
    int[] heights = new int[side * side];
    for (int i = 0; i < heights.length; i++) {
      heights[i] = random.nextInt(129) - 64;
    }
    return heights;
  }

  /** Bilinear value noise in whole numbers. */
  private static int cloudAt(int[] heights, int x, int y) {
    int side = Window.SIDE / CLOUD_CELL + 2;
    int i = y / CLOUD_CELL * side + x / CLOUD_CELL;
    int fx = x % CLOUD_CELL;
    int fy = y % CLOUD_CELL;
    int up = heights[i] * (CLOUD_CELL - fx) + heights[i + 1] * fx;
    int down = heights[i + side] * (CLOUD_CELL - fx) + heights[i + side + 1] * fx;
    return (up * (CLOUD_CELL - fy) + down * fy) / (CLOUD_CELL * CLOUD_CELL);
  }
}
