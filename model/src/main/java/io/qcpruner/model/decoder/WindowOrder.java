package io.qcpruner.model.decoder;

import io.qcpruner.model.nn.AttentionMask;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Tensors;
import java.util.Arrays;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/**
 * Where the rows of a layer with an attention window stand in the unpruned sequence. A row sees the
 * rows that lie less than the window before it, counted there: rows that were pruned in between
 * still count.
 */
final class WindowOrder {
  private static final long ROOM = 256;

  private long[] order = new long[0];
  private int length;
  private int hidden; // rows that lie outside the window of the newest one
  private long next;

  /** The place of each row: its position, or its row of the prompt where positions have axes. */
  static long[] of(RowTable rows) {
    return rows.positions().length == 1
        ? rows.positions()[0]
        : Arrays.stream(rows.origins()).asLongStream().toArray();
  }

  /** The causal mask of a whole prompt. */
  static AttentionMask prompt(long[] order, int window, Placement placement) {
    int n = order.length;
    if (window == 0 || n == 0 || order[n - 1] - order[0] < window) {
      return AttentionMask.CAUSAL;
    }
    Tensor at = Tensors.ofLongs(order, placement, n);
    Tensor distance = at.unsqueeze(1).sub(at.unsqueeze(0)); // [n, n] query minus key
    Tensor index = Tensors.ofLongs(countUp(n), placement, n);
    Tensor causal = index.unsqueeze(0).le(index.unsqueeze(1));
    Tensor near = distance.lt(new Scalar((long) window));
    return new AttentionMask.Custom(causal.logical_and(near));
  }

  /** Starts with the rows of a prompt. */
  void start(long[] prompt, long nextPlace) {
    order = Arrays.copyOf(prompt, (int) (prompt.length + ROOM));
    length = prompt.length;
    next = nextPlace;
    hidden = 0;
  }

  /** A copy of these rows to which others may be added. */
  WindowOrder copy() {
    WindowOrder other = new WindowOrder();
    other.order = order.clone();
    other.length = length;
    other.hidden = hidden;
    other.next = next;
    return other;
  }

  /** Adds a generated row. */
  void append(int window) {
    if (length == order.length) {
      order = Arrays.copyOf(order, (int) (length + length / 2 + ROOM));
    }
    order[length++] = next;
    long first = next++ - window + 1;
    while (order[hidden] < first) {
      hidden++;
    }
  }

  /** How many of the last rows the newest one sees, itself included. */
  long visible() {
    return length - hidden;
  }

  private static long[] countUp(int n) {
    long[] out = new long[n];
    Arrays.setAll(out, i -> i);
    return out;
  }
}
