package io.qcpruner.pocket.scene;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Scenes from a seed: the same seed gives the same pixels on every machine. */
public final class SceneGenerator {

  /** A patch belongs to an object that covers at least this many of its 196 pixels. */
  private static final int OWNED_PIXELS = 24;

  /** A later object may hide at most this share of an earlier one's box. */
  private static final double LARGEST_OVERLAP = 0.18;

  private static final int PLACING_TRIES = 40;

  private static final int MARGIN = 3;
  private static final int SMALL_HALF = 20;
  private static final int LARGE_HALF = 34;
  private static final int SMALL_WORD_HALF = 15;
  private static final int LARGE_WORD_HALF = 21;

  /** The first three shapes are twice as frequent, so that "popular" negatives mean something. */
  private static final int POPULAR = 3;

  private final StrokeFont font = new StrokeFont();

  /**
   * Draws one scene.
   *
   * @param fewest smallest number of objects; fewer are drawn only when no place is found
   * @param most largest number of objects
   */
  public Scene generate(long seed, Window window, int fewest, int most) {
    return generate(seed, window, fewest, most, SceneMix.STANDARD);
  }

  /** Like {@link #generate(long, Window, int, int)}, with another mix. */
  public Scene generate(long seed, Window window, int fewest, int most, SceneMix mix) {
    if (fewest < 1 || most < fewest) {
      throw new IllegalArgumentException("objects from " + fewest + " to " + most);
    }
    Random random = Seeds.random(seed);
    int count = fewest + random.nextInt(most - fewest + 1);
    // scenes with a theme repeat a shape or a colour, which counting and negatives need
    Shape theme = random.nextInt(3) < mix.themesInThree() ? shape(random) : null;
    PocketColor hue = random.nextInt(5) == 0 ? color(random) : null;
    List<SceneObject> objects = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      SceneObject placed = place(random, window, objects, theme, hue, mix);
      if (placed != null) {
        objects.add(placed);
      }
    }
    int[] rgb = new int[window.width() * window.height()];
    Background.paint(rgb, window, random);
    Raster raster = new Raster(font, window, rgb);
    for (int i = 0; i < objects.size(); i++) {
      raster.draw(objects.get(i), i, random);
    }
    return new Scene(window, objects, rgb, owners(window, raster.owner(), objects.size()));
  }

  private static SceneObject place(
      Random random,
      Window window,
      List<SceneObject> others,
      Shape theme,
      PocketColor hue,
      SceneMix mix) {
    for (int t = 0; t < PLACING_TRIES; t++) {
      SceneObject candidate = candidate(random, window, theme, hue, mix);
      if (candidate != null && fits(candidate, others)) {
        return candidate;
      }
    }
    return null;
  }

  private static SceneObject candidate(
      Random random, Window window, Shape theme, PocketColor hue, SceneMix mix) {
    PocketColor color = hue != null && random.nextInt(5) < 2 ? hue : color(random);
    boolean large = random.nextInt(5) < 2;
    SceneObject.Size size = large ? SceneObject.Size.LARGE : SceneObject.Size.SMALL;
    int sort = random.nextInt(10) - mix.shapesInTen();
    SceneObject.Kind kind;
    String name;
    int halfHeight = large ? LARGE_HALF : SMALL_HALF;
    int halfWidth = halfHeight;
    if (sort < 0) {
      kind = SceneObject.Kind.SHAPE;
      name = (theme != null && random.nextBoolean() ? theme : shape(random)).word();
    } else if (sort % 4 < 3) {
      kind = sort % 4 < 2 ? SceneObject.Kind.LETTER : SceneObject.Kind.DIGIT;
      name = pick(random, sort % 4 < 2 ? Lexicon.LETTERS : Lexicon.DIGITS);
      halfWidth = Raster.textHalfWidth(1, halfHeight);
    } else {
      kind = SceneObject.Kind.WORD;
      name = pick(random, Lexicon.WORDS);
      halfHeight = large ? LARGE_WORD_HALF : SMALL_WORD_HALF;
      halfWidth = Raster.textHalfWidth(name.length(), halfHeight);
    }
    int step = mix.lattice();
    int roomX = (window.width() - 2 * (halfWidth + MARGIN)) / step + 1;
    int roomY = (window.height() - 2 * (halfHeight + MARGIN)) / step + 1;
    if (roomX <= 0 || roomY <= 0) {
      return null;
    }
    int x = window.left() + ceiling(halfWidth + MARGIN, step) + step * random.nextInt(roomX);
    int y = window.top() + ceiling(halfHeight + MARGIN, step) + step * random.nextInt(roomY);
    return new SceneObject(kind, name, color, size, x, y, halfWidth, halfHeight);
  }

  /** The smallest multiple of the step that is not below a number. */
  private static int ceiling(int least, int step) {
    return (least + step - 1) / step * step;
  }

  private static boolean fits(SceneObject a, List<SceneObject> others) {
    for (SceneObject b : others) {
      // two equal things can't be told apart by any question
      if (a.kind() == b.kind() && a.name().equals(b.name()) && a.color() == b.color()) {
        return false;
      }
      int w = a.halfWidth() + b.halfWidth() - Math.abs(a.centerX() - b.centerX());
      int h = a.halfHeight() + b.halfHeight() - Math.abs(a.centerY() - b.centerY());
      if (w > 0 && h > 0) {
        boolean text = a.kind() != SceneObject.Kind.SHAPE || b.kind() != SceneObject.Kind.SHAPE;
        double smaller =
            4.0 * Math.min(a.halfWidth() * a.halfHeight(), b.halfWidth() * b.halfHeight());
        if (text || w * h > LARGEST_OVERLAP * smaller || a.color() == b.color()) {
          return false;
        }
      }
    }
    return true;
  }

  static int[] owners(Window window, int[] pixelOwner, int objects) {
    int[] result = new int[window.patches()];
    int[] counts = new int[objects];
    for (int p = 0; p < result.length; p++) {
      Arrays.fill(counts, 0);
      int x0 = p % window.columns() * Window.PATCH;
      int y0 = p / window.columns() * Window.PATCH;
      for (int y = y0; y < y0 + Window.PATCH; y++) {
        for (int x = x0; x < x0 + Window.PATCH; x++) {
          int o = pixelOwner[y * window.width() + x];
          if (o >= 0) {
            counts[o]++;
          }
        }
      }
      int best = -1;
      for (int o = 0; o < objects; o++) {
        if (counts[o] >= OWNED_PIXELS && (best < 0 || counts[o] > counts[best])) {
          best = o;
        }
      }
      result[p] = best;
    }
    return result;
  }

  private static Shape shape(Random random) {
    Shape[] all = Shape.values();
    int draw = random.nextInt(all.length + POPULAR);
    return all[draw < all.length ? draw : draw - all.length];
  }

  private static PocketColor color(Random random) {
    return PocketColor.values()[random.nextInt(PocketColor.values().length)];
  }

  private static String pick(Random random, List<String> from) {
    return from.get(random.nextInt(from.size()));
  }
}
