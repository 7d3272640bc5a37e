package io.qcpruner.core.method;

import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import java.util.stream.IntStream;

/**
 * Prunes an artificial sequence, so that the classes of the first pruning are loaded and its loops
 * compiled while other threads work.
 */
public final class PruningWarmUp {

  private static final int TOKENS = 320;
  private static final int ANCHORS = 8;
  private static final int KEPT = 32;
  private static final int ROUNDS = 9;

  private PruningWarmUp() {}

  /** Starts the warm-up on a thread of its own, once in a process; returns at once. */
  public static void start() {
    Once.THREAD.isAlive(); // the first use starts it
  }

  private static final class Once {
    static final Thread THREAD = started();

    private static Thread started() {
      Runnable work = () -> IntStream.range(0, ROUNDS).forEach(i -> run());
      Thread thread = new Thread(work, "qcpruner-pruning-warm-up");
      thread.setDaemon(true);
      thread.start();
      return thread;
    }
  }

  static PruneResult run() {
    QcPruner pruner = new QcPruner(QcPruner.Parameters.defaults(0, 0));
    return pruner.plan(new Stage.AfterLayer(0), drawn(), new Budget.Total(KEPT));
  }

  /** Cosines fall with the distance of two tokens; few tokens are of use, so that ties occur. */
  private static ArraySignals drawn() {
    Matrix cosine = Matrix.zeros(TOKENS, TOKENS);
    for (int i = 0; i < TOKENS; i++) {
      for (int j = 0; j < TOKENS; j++) {
        cosine.data()[cosine.offset(i) + j] = 1f / (1 + Math.abs(i - j) % 17);
      }
    }
    Matrix text = Matrix.zeros(ANCHORS, TOKENS);
    for (int i = 0; i < TOKENS; i += 32) {
      text.data()[text.offset(i / 32 % ANCHORS) + i] = 1 + i % 11;
    }
    int[] anchors = IntStream.range(1 + TOKENS, 1 + TOKENS + ANCHORS).toArray();
    return ArraySignals.of(TokenLayout.simple(1, TOKENS, 20, ANCHORS))
        .with(Signal.VISUAL_COSINE, cosine)
        .withRows(Signal.TEXT_COSINE, anchors, text)
        .withRows(Signal.TEXT_ALIGNMENT, anchors, text)
        .anchorRows(anchors)
        .build();
  }
}
