package io.qcpruner.pocket.scene;

import java.util.List;

/**
 * A drawn clip and everything that is true about it.
 *
 * @param frames in order; the objects of each are all actors, the hidden ones included, but a patch
 *     belongs to an actor only where it is seen
 */
public record MovingScene(List<Actor> actors, List<Scene> frames) {

  /** Frames of every clip. */
  public static final int FRAMES = 8;

  /** Patches along a side of a frame. */
  public static final int GRID = 8;

  /** A frame in the grid of whole pictures: its middle. */
  public static final Window WINDOW = new Window(8, 8, GRID, GRID);

  public MovingScene {
    actors = List.copyOf(actors);
    frames = List.copyOf(frames);
  }

  /** The objects that a frame shows. */
  public List<SceneObject> seen(int frame) {
    return actors.stream().filter(a -> a.isSeen(frame)).map(a -> a.at(frame)).toList();
  }
}
