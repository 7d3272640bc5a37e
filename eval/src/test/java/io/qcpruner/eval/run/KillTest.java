package io.qcpruner.eval.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.testkit.Seeded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A real process, really killed, many times. */
@ExtendWith(Seeded.class)
class KillTest {

  /** A thousand with {@code -Dkills=1000}: docs/reliability.md. */
  private static final int KILLS = Integer.getInteger("kills", 10);

  @Test
  void nothingIsLostOrRepeated(@TempDir Path folder, Random random) throws Exception {
    Path killed = folder.resolve("killed");
    long lengthBefore = 0;
    int interrupted = 0;
    for (int i = 0; i < KILLS; i++) {
      Process process = RunProcess.start(killed, 2);
      // before, at and after the first records
      boolean ended = process.waitFor(100 + random.nextInt(600), TimeUnit.MILLISECONDS);
      process.destroyForcibly().waitFor();
      interrupted += ended ? 0 : 1;
      long length = length(killed);
      assertTrue(length >= lengthBefore - longestLine(), "records were lost");
      lengthBefore = length;
    }
    assertTrue(interrupted > 0, "no process was killed while it ran");
    Process last = RunProcess.start(killed, 0);
    assertEquals(0, last.waitFor());

    Path quiet = folder.resolve("quiet");
    KillableRun.run(quiet, 0);
    List<String> expected = Files.readAllLines(quiet.resolve("predictions.jsonl"));
    assertEquals(KillableRun.SAMPLES * KillableRun.SETTINGS.size(), expected.size());
    // the fake model has no clock, so the same lines are there; two workers write in any order
    List<String> found = Files.readAllLines(killed.resolve("predictions.jsonl"));
    assertEquals(expected.stream().sorted().toList(), found.stream().sorted().toList());
  }

  /** A torn tail may be cut at the next start. */
  private static int longestLine() {
    return 2000;
  }

  private static long length(Path folder) throws IOException {
    Path file = folder.resolve("predictions.jsonl");
    return Files.exists(file) ? Files.size(file) : 0;
  }
}
