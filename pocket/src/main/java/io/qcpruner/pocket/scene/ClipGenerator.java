package io.qcpruner.pocket.scene;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Clips from a seed: the same seed gives the same pixels on every machine. */
public final class ClipGenerator {

  private static final int HALF = 16;
  private static final int MARGIN = 2;
  private static final int PLACING_TRIES = 80;

  /** Every actor is seen in at least four frames, so that its motion can be seen. */
  private static final int LATEST = MovingScene.FRAMES - 4;

  /** Two actors never appear at once. */
  private static final int SMALLEST_GAP = 2;

  private final StrokeFont font = new StrokeFont();

  /**
   * Draws one clip; no two actors have the same shape, colour or time of appearance.
   *
   * @param fewest smallest number of actors; fewer are drawn only when no place is found
   * @param most largest number of actors, at most three
   */
  public MovingScene generate(long seed, int fewest, int most) {
    return generate(seed, fewest, most, Actor.SPEED);
  }

  /**
   * As {@link #generate(long, int, int)} with another lattice.
   *
   * @param lattice actors start on multiples of this many pixels; 1 for anywhere
   */
  public MovingScene generate(long seed, int fewest, int most, int lattice) {
    Random random = Seeds.random(seed);
    int count = fewest + random.nextInt(most - fewest + 1);
    List<Actor> actors = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      for (int t = 0; t < PLACING_TRIES && actors.size() == i; t++) {
        Actor candidate = candidate(random, lattice);
        if (actors.stream().allMatch(a -> goTogether(a, candidate))) {
          actors.add(candidate);
        }
      }
    }
    return new MovingScene(actors, frames(actors, random));
  }

  private static Actor candidate(Random random, int lattice) {
    Shape shape = Shape.values()[random.nextInt(Shape.values().length)];
    PocketColor color = PocketColor.values()[random.nextInt(PocketColor.values().length)];
    int first = random.nextInt(LATEST + 1);
    // one in five rests
    Optional<Actor.Motion> motion =
        random.nextInt(5) == 0
            ? Optional.empty()
            : Optional.of(Actor.Motion.values()[random.nextInt(4)]);
    Window w = MovingScene.WINDOW;
    int places = w.width() / lattice - 1;
    Actor actor;
    do {
      int x = w.left() + lattice * (1 + random.nextInt(places));
      int y = w.top() + lattice * (1 + random.nextInt(places));
      SceneObject start =
          new SceneObject(
              SceneObject.Kind.SHAPE,
              shape.word(),
              color,
              SceneObject.Size.SMALL,
              x,
              y,
              HALF,
              HALF);
      actor = new Actor(start, first, motion);
    } while (!isInside(actor.start()) || !isInside(actor.at(MovingScene.FRAMES - 1)));
    return actor;
  }

  private static boolean isInside(SceneObject o) {
    int reach = HALF + MARGIN;
    int x = o.centerX() - MovingScene.WINDOW.left();
    int y = o.centerY() - MovingScene.WINDOW.top();
    return x >= reach
        && y >= reach
        && x <= MovingScene.WINDOW.width() - reach
        && y <= MovingScene.WINDOW.height() - reach;
  }

  private static boolean goTogether(Actor a, Actor b) {
    boolean alike =
        a.start().name().equals(b.start().name()) || a.start().color() == b.start().color();
    if (alike || Math.abs(a.first() - b.first()) < SMALLEST_GAP) {
      return false;
    }
    for (int f = 0; f < MovingScene.FRAMES; f++) {
      SceneObject p = a.at(f);
      SceneObject q = b.at(f);
      boolean apart =
          Math.abs(p.centerX() - q.centerX()) >= 2 * HALF
              || Math.abs(p.centerY() - q.centerY()) >= 2 * HALF;
      if (a.isSeen(f) && b.isSeen(f) && !apart) {
        return false;
      }
    }
    return true;
  }

  /** The background stays; objects have a noise of their own in each frame. */
  private List<Scene> frames(List<Actor> actors, Random random) {
    long background = random.nextLong();
    List<Scene> frames = new ArrayList<>();
    for (int f = 0; f < MovingScene.FRAMES; f++) {
      int[] rgb = new int[MovingScene.WINDOW.width() * MovingScene.WINDOW.height()];
      Background.paint(rgb, MovingScene.WINDOW, Seeds.random(background));
      Raster raster = new Raster(font, MovingScene.WINDOW, rgb);
      List<SceneObject> objects = new ArrayList<>();
      for (int i = 0; i < actors.size(); i++) {
        objects.add(actors.get(i).at(f));
        if (actors.get(i).isSeen(f)) {
          raster.draw(objects.get(i), i, random);
        }
      }
      int[] owners = SceneGenerator.owners(MovingScene.WINDOW, raster.owner(), actors.size());
      frames.add(new Scene(MovingScene.WINDOW, objects, rgb, owners));
    }
    return frames;
  }
}
