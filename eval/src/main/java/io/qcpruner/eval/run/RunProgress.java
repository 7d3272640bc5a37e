package io.qcpruner.eval.run;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/**
 * A progress bar with the time that is left, on a terminal; elsewhere lines at every tenth, and
 * after half a minute without one.
 */
public final class RunProgress implements AutoCloseable {

  private static final int WIDTH = 30;

  private final PrintStream out;
  private final boolean terminal;
  private final long total;
  private final long alreadyDone;
  private final long startNanos;
  private long done;
  private long printedTenth = -1;
  private long printedNanos;
  private String label = "";
  private Heartbeat heartbeat;
  private boolean closed;

  public RunProgress(
      PrintStream out, boolean terminal, long total, long alreadyDone, long nowNanos) {
    this(out, terminal, total, alreadyDone, nowNanos, Heartbeat.QUIET);
  }

  RunProgress(
      PrintStream out,
      boolean terminal,
      long total,
      long alreadyDone,
      long nowNanos,
      Duration quiet) {
    this.out = out;
    this.terminal = terminal;
    this.total = total;
    this.alreadyDone = alreadyDone;
    this.startNanos = nowNanos;
    this.done = alreadyDone;
    if (!terminal && alreadyDone < total) {
      heartbeat = new Heartbeat(quiet, this::remind);
    }
  }

  /** One more answer. */
  public synchronized void step(String step, long nowNanos) {
    label = step;
    done++;
    if (terminal) {
      // often enough for the eye, seldom enough to cost nothing
      if (nowNanos - printedNanos > 100_000_000L || done == total) {
        printedNanos = nowNanos;
        out.print("\r" + line(label, nowNanos) + "\u001b[K" + (done == total ? "\n" : ""));
        out.flush();
      }
    } else if (done * 10 / Math.max(1, total) != printedTenth) {
      printedTenth = done * 10 / Math.max(1, total);
      out.println(line(label, nowNanos));
      touch();
    }
    if (done == total) {
      close();
    }
  }

  private void touch() {
    if (heartbeat != null) {
      heartbeat.touch();
    }
  }

  /** Prints a line if the work goes on. */
  synchronized void remind() {
    if (!closed) {
      out.println(line(label, System.nanoTime()));
    }
  }

  /** No more lines: the work is done, or given up. */
  @Override
  public synchronized void close() {
    closed = true;
    if (heartbeat != null) {
      heartbeat.close();
    }
  }

  String line(String label, long nowNanos) {
    double seconds = (nowNanos - startNanos) / 1e9;
    long fresh = done - alreadyDone;
    String left = fresh == 0 ? "?" : clock(seconds / fresh * (total - done));
    return String.format(
        Locale.ROOT,
        "%s %d/%d  %s  ETA %s  %s",
        bar(done, total),
        done,
        total,
        clock(seconds),
        left,
        label);
  }

  /** How much is done, as a bar. */
  public static String bar(long done, long total) {
    int filled = (int) (WIDTH * done / Math.max(1, total));
    return "[" + "#".repeat(filled) + ".".repeat(WIDTH - filled) + "]";
  }

  static String clock(double seconds) {
    long s = Math.round(seconds);
    return s >= 3600
        ? String.format(Locale.ROOT, "%d:%02d:%02d", s / 3600, s / 60 % 60, s % 60)
        : String.format(Locale.ROOT, "%d:%02d", s / 60, s % 60);
  }
}
