package io.qcpruner.eval.run;

import java.io.IOException;
import java.nio.file.Path;

/** Starts {@link KillableRun} as a process of its own. */
final class RunProcess {

  private RunProcess() {}

  static Process start(Path folder, long delay) throws IOException {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-Xshare:auto",
            "-cp",
            classPath,
            KillableRun.class.getName(),
            folder.toString(),
            Long.toString(delay))
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
