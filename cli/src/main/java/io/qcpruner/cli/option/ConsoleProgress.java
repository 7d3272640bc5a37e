package io.qcpruner.cli.option;

import io.qcpruner.checkpoint.hub.DownloadProgress;
import io.qcpruner.eval.run.RunProgress;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/** How downloads go: a bar on a terminal; elsewhere a line per file, and one every half minute. */
public final class ConsoleProgress implements DownloadProgress {
  private static final long REDRAW_NANOS = 200_000_000;
  private static final Duration LINES = Duration.ofSeconds(30);

  private final PrintWriter err;
  private final boolean terminal;
  private final long lineNanos;
  private long drawn = System.nanoTime();
  private boolean barOpen;

  public ConsoleProgress(PrintWriter err, boolean terminal) {
    this(err, terminal, LINES);
  }

  ConsoleProgress(PrintWriter err, boolean terminal, Duration lines) {
    this.err = err;
    this.terminal = terminal;
    this.lineNanos = lines.toNanos();
  }

  public static ConsoleProgress onStandardError() {
    return new ConsoleProgress(new PrintWriter(System.err, true), System.console() != null);
  }

  @Override
  public void bytes(String file, long done, long total) {
    long now = System.nanoTime();
    if (!terminal) {
      if (now - drawn >= lineNanos) {
        note(bar(file, done, total));
      }
      return;
    }
    if (barOpen && done < total && now - drawn < REDRAW_NANOS) {
      return;
    }
    drawn = now;
    barOpen = true;
    err.print("\r" + bar(file, done, total));
    err.flush();
  }

  /** One line: bar, share, size and name; without a known size only what has come. */
  static String bar(String file, long done, long total) {
    if (total <= 0) {
      return "%8.1f MB  %s".formatted(done / 1e6, file);
    }
    return String.format(
        Locale.ROOT,
        "%s %3d%% of %.1f MB  %s",
        RunProgress.bar(done, total),
        100 * done / total,
        total / 1e6,
        file);
  }

  @Override
  public void note(String text) {
    if (barOpen) {
      err.println();
      barOpen = false;
    }
    err.println(text);
    err.flush();
    drawn = System.nanoTime();
  }
}
