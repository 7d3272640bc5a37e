package io.qcpruner.cli.option;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a download shows. */
class ConsoleProgressTest {
  private final StringWriter text = new StringWriter();
  private final PrintWriter err = new PrintWriter(text, true);

  @Test
  void redirectedOutputHasALineWhenTheTimeIsUp() {
    ConsoleProgress progress = new ConsoleProgress(err, false, Duration.ZERO);
    progress.bytes("model.safetensors", 3_000_000, 12_000_000);
    assertEquals(
        "[#######.......................]  25% of 12.0 MB  model.safetensors\n", text.toString());
  }

  @Test
  void andNoneBefore() {
    ConsoleProgress progress = new ConsoleProgress(err, false, Duration.ofHours(1));
    for (int i = 0; i < 1000; i++) {
      progress.bytes("model.safetensors", i, 1000);
    }
    assertEquals("", text.toString());
    progress.note("model.safetensors: complete");
    assertEquals("model.safetensors: complete\n", text.toString());
  }

  @Test
  void aTerminalHasABarThatANoteEnds() {
    ConsoleProgress progress = new ConsoleProgress(err, true, Duration.ofHours(1));
    progress.bytes("a", 1, 2);
    progress.bytes("a", 2, 2);
    progress.note("done");
    assertTrue(text.toString().startsWith("\r[###############."), text.toString());
    assertTrue(text.toString().endsWith("100% of 0.0 MB  a\ndone\n"), text.toString());
  }
}
