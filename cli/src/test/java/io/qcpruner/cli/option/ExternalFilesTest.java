package io.qcpruner.cli.option;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.eval.report.ExternalScores;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExternalFilesTest {

  private static final Path LLAVA = Path.of("runs/llava");
  private static final Path NEXT = Path.of("runs/next");

  @TempDir Path folder;

  private Path scores(String name, double full) throws Exception {
    Path file = folder.resolve(name);
    return Files.writeString(
        file, "{\"source\":\"external\",\"scores\":{\"vqav2\":{\"full\":" + full + "}}}");
  }

  @Test
  void everyRunHasScoresOfItsOwn() throws Exception {
    Path llava = scores("a.json", 78.5);
    ExternalFiles files =
        new ExternalFiles(
            List.of(LLAVA + "=" + llava, NEXT + "=" + scores("b.json", 81.8)),
            List.of(LLAVA, NEXT));
    assertEquals(Optional.of(new BigDecimal("78.5")), files.of(LLAVA).of("vqav2", "full"));
    assertEquals(Optional.of(new BigDecimal("81.8")), files.of(NEXT).of("vqav2", "full"));
    ExternalFiles one = new ExternalFiles(List.of(NEXT + "=" + llava), List.of(LLAVA, NEXT));
    assertEquals(ExternalScores.NONE, one.of(LLAVA));
  }

  @Test
  void oneRunNeedsNoName() throws Exception {
    ExternalFiles files =
        new ExternalFiles(List.of(scores("a.json", 1).toString()), List.of(LLAVA));
    assertTrue(files.of(LLAVA).of("vqav2", "full").isPresent());
    assertEquals(ExternalScores.NONE, new ExternalFiles(null, List.of(LLAVA)).of(LLAVA));
  }

  @Test
  void itMustBeClearWhichRunIsMeant() {
    for (List<String> given :
        List.of(
            List.of("a.json"), List.of("runs/qwen=a.json"), List.of(LLAVA + "=a", LLAVA + "=b"))) {
      assertThrows(
          IllegalArgumentException.class, () -> new ExternalFiles(given, List.of(LLAVA, NEXT)));
    }
  }
}
