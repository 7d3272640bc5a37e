package io.qcpruner.pocket.scene;

import java.util.Optional;

/**
 * A shape that appears in a clip and stays to its end.
 *
 * @param start where it is when it appears
 * @param first frame in which it appears
 * @param motion where it goes; empty if it rests
 */
public record Actor(SceneObject start, int first, Optional<Motion> motion) {

  /** Pixels from one frame to the next: half a patch, the lattice of centres. */
  static final int SPEED = Window.PATCH / 2;

  /** The four ways to go. */
  public enum Motion {
    LEFT(-1, 0),
    RIGHT(1, 0),
    UP(0, -1),
    DOWN(0, 1);

    private final int x;
    private final int y;

    Motion(int x, int y) {
      this.x = x;
      this.y = y;
    }

    /** The word that names it in questions and answers. */
    public String word() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  public boolean isSeen(int frame) {
    return frame >= first;
  }

  /** Where it is in a frame; before it appears, where it will appear. */
  public SceneObject at(int frame) {
    int steps = Math.max(0, frame - first) * SPEED;
    int dx = motion.map(m -> m.x).orElse(0) * steps;
    int dy = motion.map(m -> m.y).orElse(0) * steps;
    return new SceneObject(
        start.kind(),
        start.name(),
        start.color(),
        start.size(),
        start.centerX() + dx,
        start.centerY() + dy,
        start.halfWidth(),
        start.halfHeight());
  }
}
