package io.qcpruner.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jline.utils.Signals;
import picocli.CommandLine.Model.CommandSpec;

/** Ctrl-C during a run: says what is kept and how to go on, then ends as it would have anyway. */
final class ResumeHint {
  /** What shells report for a process that SIGINT ended. */
  static final int INTERRUPTED = 130;

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=,@%+-]+");
  private static final String RESUME = "--resume";

  private final Object before;

  private ResumeHint(Object before) {
    this.before = before;
  }

  static ResumeHint onInterrupt(CommandSpec spec, Path out) {
    List<String> words = spec.root().commandLine().getParseResult().originalArgs();
    PrintWriter err = spec.commandLine().getErr();
    Runnable tell =
        () -> {
          err.println();
          err.println("qcpruner: stopped; the answers so far are in " + out + ". Go on with:");
          err.println("  " + command(words));
          err.flush();
          System.exit(INTERRUPTED);
        };
    return new ResumeHint(Signals.register("INT", tell));
  }

  /** The command to run again, quoted for a shell. */
  static String command(List<String> words) {
    List<String> all = new ArrayList<>(List.of("qcpruner"));
    words.forEach(word -> all.add(quoted(word)));
    if (!words.contains(RESUME)) {
      all.add(RESUME);
    }
    return String.join(" ", all);
  }

  private static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  /** Interrupts are none of our business any more. */
  void forget() {
    Signals.unregister("INT", before);
  }
}
