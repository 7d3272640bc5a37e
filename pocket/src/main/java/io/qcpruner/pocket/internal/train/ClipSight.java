package io.qcpruner.pocket.internal.train;

import io.qcpruner.pocket.scene.Actor;
import io.qcpruner.pocket.scene.MovingScene;
import io.qcpruner.pocket.scene.Scene;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The pooled cells of a clip, and the rows they have in the decoder: frame after frame, a newline
 * after every row of cells.
 */
record ClipSight(MovingScene clip, DenseWords words) implements Sight {

  /** Patches along a side of a cell. */
  static final int STRIDE = 2;

  /** Cells along a side of a frame. */
  static final int SIDE = MovingScene.GRID / STRIDE;

  static final int CELLS = MovingScene.FRAMES * SIDE * SIDE;
  static final int ROWS = MovingScene.FRAMES * SIDE * (SIDE + 1);

  /** Row of a cell; cells are numbered without newlines. */
  static int row(int cell) {
    return cell + cell / SIDE;
  }

  static int frame(int cell) {
    return cell / (SIDE * SIDE);
  }

  /** Where the rows stand and when they are seen. */
  static Batch.VisualRows visual() {
    int[] times = new int[ROWS];
    for (int r = 0; r < ROWS; r++) {
      times[r] = 1000 * (r / (SIDE * (SIDE + 1))) / (MovingScene.FRAMES - 1);
    }
    return new Batch.VisualRows(IntStream.range(0, ROWS).toArray(), ROWS, times);
  }

  /** How many patches of a cell an actor fills. */
  private int patches(int cell, int actor) {
    Scene frame = clip.frames().get(frame(cell));
    int y = cell / SIDE % SIDE * STRIDE;
    int x = cell % SIDE * STRIDE;
    int count = 0;
    for (int p = 0; p < STRIDE * STRIDE; p++) {
      int patch = (y + p / STRIDE) * MovingScene.GRID + x + p % STRIDE;
      count += frame.patchOwner()[patch] == actor ? 1 : 0;
    }
    return count;
  }

  /** Class of each cell in each group; a cell that an actor only touches says nothing. */
  int[][] cells() {
    int[][] labels = new int[words.groups().size()][CELLS];
    for (int[] group : labels) {
      Arrays.fill(group, DenseWords.IGNORE);
    }
    for (int cell = 0; cell < CELLS; cell++) {
      int most = 0;
      for (int a = 0; a < clip.actors().size(); a++) {
        int count = patches(cell, a);
        if (count > most && count >= STRIDE) {
          int[] own = words.inFrame(clip.actors().get(a).at(frame(cell)));
          for (int g = 0; g < own.length; g++) {
            labels[g][cell] = own[g];
          }
        }
        most = Math.max(most, count);
      }
      if (most == 0) {
        labels[0][cell] = 0;
      }
    }
    return labels;
  }

  @Override
  public int[] rows(List<Integer> actors) {
    return IntStream.range(0, CELLS)
        .filter(c -> actors.stream().anyMatch(a -> patches(c, a) > 0))
        .map(ClipSight::row)
        .toArray();
  }

  @Override
  public int[] early(List<Integer> actors) {
    int first = actors.stream().mapToInt(a -> clip.actors().get(a).first()).min().orElse(0);
    return inFrame(actors, first);
  }

  @Override
  public int[] late(List<Integer> actors) {
    return inFrame(actors, MovingScene.FRAMES - 1);
  }

  private int[] inFrame(List<Integer> actors, int frame) {
    int[] all = rows(actors);
    int perFrame = SIDE * (SIDE + 1);
    return Arrays.stream(all).filter(r -> r / perFrame == frame).toArray();
  }

  /** Nothing is counted in clips. */
  @Override
  public int[] centers(List<Integer> actors) {
    return new int[0];
  }

  @Override
  public int[] labels(List<Integer> actors) {
    int[] labels = new int[words.groups().size()];
    Arrays.fill(labels, DenseWords.IGNORE);
    if (actors.size() == 1) {
      Actor actor = clip.actors().get(actors.get(0));
      int[] own = words.inFrame(actor.start());
      labels[0] = own[0];
      labels[1] = own[1];
      labels[DenseWords.MOTION] = actor.motion().map(Enum::ordinal).orElse(DenseWords.IGNORE);
      labels[DenseWords.TIME] = 1000 * actor.first() / (MovingScene.FRAMES - 1);
    }
    return labels;
  }
}
