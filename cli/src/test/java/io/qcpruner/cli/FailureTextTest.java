package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Whatever is thrown, people read one line with the next step. */
class FailureTextTest {

  @Test
  void errorsBecomeOneLine() {
    for (Error error :
        new Error[] {
          new OutOfMemoryError("Java heap space"),
          new StackOverflowError(),
          new UnsatisfiedLinkError("no jnitorch in java.library.path"),
          new NoClassDefFoundError("Could not initialize class org.bytedeco.pytorch.global.torch"),
          new ExceptionInInitializerError(new UnsatisfiedLinkError("x: cannot open")),
          new AssertionError("two\nlines"),
        }) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      int code =
          Main.run(
              () -> {
                throw error;
              },
              false,
              new PrintStream(out, true, StandardCharsets.UTF_8));
      String text = out.toString(StandardCharsets.UTF_8);
      assertEquals(1, code);
      assertEquals(1, text.lines().count(), text);
      assertTrue(text.startsWith("qcpruner: "), text);
      assertFalse(text.contains("\tat "), text);
    }
    assertTrue(FailureText.of(new OutOfMemoryError("Java heap space")).contains("-Xmx"));
    assertTrue(FailureText.of(new UnsatisfiedLinkError("x")).contains("qcpruner doctor"));
  }

  @Test
  void engineThatCannotAllocateSaysHowMuch() {
    String text =
        FailureText.of(
            new RuntimeException(
                "[enforce fail at alloc_cpu.cpp:121] err == 0. DefaultCPUAllocator: can't allocate"
                    + " memory: you tried to allocate 68719476736 bytes. Error code 12\nbacktrace"));
    assertTrue(text.startsWith("out of memory: the model needs another 68.7 GB; try "), text);
  }

  @Test
  void filesComeWithTheirProblem() {
    assertEquals(
        "x/y: no such file or folder",
        FailureText.of(new java.nio.file.NoSuchFileException("x/y")));
    assertEquals(
        "x: No space left on device",
        FailureText.of(
            new java.nio.file.FileSystemException("x", null, "No space left on device")));
  }

  @Test
  void messagesAreCleaned() {
    assertEquals("a; b red?c", FailureText.clean("a\n  b \u001b[31mred\u0007c\r\n"));
    assertEquals(1004, FailureText.clean("x".repeat(5000)).length());
  }

  @Test
  void placesInTheEngineAreLeftOut() {
    String raw =
        "PyTorch is not linked with support for cuda devices\n"
            + "Exception raised from getDeviceGuardImpl at /build/c10/core/Impl.h:52 (most recent"
            + " call first):\nframe #0: c10::Error::Error(c10::SourceLocation)\n";
    assertEquals(
        "PyTorch is not linked with support for cuda devices; build with -Pgpu, or use --device cpu",
        NextStep.after(new RuntimeException(raw)));
  }

  @Test
  void passwordsInAddressesStayOut() {
    assertEquals(
        "not of the form ORG/NAME: https://example.org/x@y",
        FailureText.clean("not of the form ORG/NAME: https://user:secret@example.org/x@y"));
  }
}
