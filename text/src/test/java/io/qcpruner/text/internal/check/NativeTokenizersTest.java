package io.qcpruner.text.internal.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.Proxy;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Opening a tokenizer connects to nobody. */
class NativeTokenizersTest {

  private static final String FILE =
      """
      {"model": {"type": "WordLevel", "unk_token": "?", "vocab": {"?": 0, "a": 1}}}
      """;

  /** In a process of its own, because the library reports once a day only. */
  @Test
  void theLibraryDoesNotReport() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Opens.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals("opened 1\n", out);
    assertEquals(0, process.waitFor());
  }

  /** Opens a tokenizer and prints every address that somebody wanted to connect to. */
  static final class Opens {
    private Opens() {}

    public static void main(String[] args) throws IOException {
      URL.setURLStreamHandlerFactory(protocol -> protocol.startsWith("http") ? new Told() : null);
      try (var tokenizer = NativeTokenizers.open(FILE.getBytes(StandardCharsets.UTF_8), "f")) {
        System.out.println("opened " + tokenizer.encode("a", false, false).getIds()[0]);
      }
    }
  }

  private static final class Told extends URLStreamHandler {
    @Override
    protected URLConnection openConnection(URL address) throws IOException {
      System.out.println("asked for " + address);
      throw new IOException("no network in this test");
    }

    @Override
    protected URLConnection openConnection(URL address, Proxy proxy) throws IOException {
      return openConnection(address);
    }
  }
}
