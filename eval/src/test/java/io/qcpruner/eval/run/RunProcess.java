package io.qcpruner.eval.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts {@link KillableRun} as a process of its own. */
final class RunProcess {

  private RunProcess() {}

  static Process start(Path folder, long delay) throws IOException {
    return start(command(folder, delay));
  }

  /**
   * A process whose files can't grow beyond so many kilobytes: its writes fail as on a full disk.
   */
  static Process limited(Path folder, int kilobytes) throws IOException {
    List<String> words = new ArrayList<>(List.of("bash", "-c"));
    words.add("ulimit -f " + kilobytes + "; exec \"$@\"");
    words.add("bash");
    words.addAll(command(folder, 0));
    return start(words);
  }

  private static List<String> command(Path folder, long delay) {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:-UsePerfData",
        "-Xshare:auto",
        "-cp",
        classPath,
        KillableRun.class.getName(),
        folder.toString(),
        Long.toString(delay));
  }

  private static Process start(List<String> words) throws IOException {
    return new ProcessBuilder(words)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
