package io.qcpruner.core.method;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * HoliTom's cut of a clip into windows of frames: the cut that saves most tokens if every place
 * that stays the same through a window is stored once. Symbols: tau = above, G = gain.
 */
final class StaticWindows {

  /**
   * Consecutive frames.
   *
   * @param first first frame
   * @param last last frame, the first one itself in a window of one
   * @param places the places that stay the same, ascending; none in a window of one
   */
  record Window(int first, int last, int[] places) {
    int length() {
      return last - first + 1;
    }
  }

  private final boolean[][] same; // [F - 1][L]: a place is the same in a frame and the next
  private final int places;
  private final int frames;

  /**
   * @param cosine [F - 1][L] of each place in a frame and the next
   * @param above a place is the same where the cosine is above this
   */
  StaticWindows(float[][] cosine, int places, double above) {
    this.frames = cosine.length + 1;
    this.places = places;
    this.same = new boolean[cosine.length][places];
    for (int f = 0; f < cosine.length; f++) {
      for (int i = 0; i < places; i++) {
        same[f][i] = cosine[f][i] > (float) above;
      }
    }
  }

  /** The windows with the largest gain; of equal ones those that end in the shorter window. */
  List<Window> best() {
    long[] gain = new long[frames];
    int[] start = new int[frames];
    for (int i = 0; i < frames; i++) {
      gain[i] = i > 0 ? gain[i - 1] : 0;
      start[i] = i;
      boolean[] through = all();
      for (int s = i - 1; s >= 0; s--) {
        int count = and(through, same[s]);
        long found = (s > 0 ? gain[s - 1] : 0) + (long) count * (i - s);
        if (found > gain[i]) {
          gain[i] = found;
          start[i] = s;
        }
      }
    }
    List<Window> out = new ArrayList<>();
    for (int i = frames - 1; i >= 0; i = start[i] - 1) {
      out.add(new Window(start[i], i, places(start[i], i)));
    }
    Collections.reverse(out);
    return out;
  }

  /** Tokens saved by storing each place once. */
  static long saved(List<Window> windows) {
    return windows.stream().mapToLong(w -> (long) w.places().length * (w.length() - 1)).sum();
  }

  private boolean[] all() {
    boolean[] out = new boolean[places];
    Arrays.fill(out, true);
    return out;
  }

  private static int and(boolean[] through, boolean[] more) {
    int count = 0;
    for (int i = 0; i < through.length; i++) {
      through[i] &= more[i];
      count += through[i] ? 1 : 0;
    }
    return count;
  }

  private int[] places(int first, int last) {
    if (first == last) {
      return new int[0];
    }
    boolean[] through = all();
    for (int s = first; s < last; s++) {
      and(through, same[s]);
    }
    return IntStream.range(0, places).filter(i -> through[i]).toArray();
  }
}
