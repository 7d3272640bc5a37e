package io.qcpruner.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Results that are many times larger than the driver's heap pass one by one. */
@Timeout(600)
class LargeResultsTest {

  @Test
  void resultsAreDroppedAsSoonAsTheyAreHandled(@TempDir Path folder) throws Exception {
    try (ChildCommand child =
        ChildCommand.start(
            folder.resolve("log"),
            List.of("-Xmx512m"),
            LargeResultsMain.class.getName(),
            List.of("2000"))) {
      assertEquals(0, child.await(), child.said());
      assertEquals("2000 results", child.said().lines().reduce((a, b) -> b).orElse(""));
    }
  }
}
