package io.qcpruner.cli.bench;

import io.qcpruner.eval.run.RunProgress;
import io.qcpruner.model.Engine;
import picocli.CommandLine.Option;

/** How long a command measures, with how many threads, and what it prints. */
public final class MeasureOptions {

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Rounds, after one that is not counted (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads (default: ${DEFAULT-VALUE}).")
  private int threads = 2;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  /** One round; number 0 is not counted: it pays for fresh memory and compiling. */
  @FunctionalInterface
  public interface Round {
    void run(int number);
  }

  public MeasureOptions(int rounds) {
    this.rounds = rounds;
  }

  public boolean json() {
    return json;
  }

  /** Before anything is made. */
  public void start() {
    if (rounds < 1) {
      throw new IllegalArgumentException("rounds must be at least 1, not " + rounds);
    }
    Engine.useThreads(threads);
  }

  public void measure(Round round) {
    try (RunProgress progress =
        new RunProgress(System.err, System.console() != null, rounds + 1, 0, System.nanoTime())) {
      for (int i = 0; i <= rounds; i++) {
        round.run(i);
        progress.step("rounds", System.nanoTime());
      }
    }
  }
}
