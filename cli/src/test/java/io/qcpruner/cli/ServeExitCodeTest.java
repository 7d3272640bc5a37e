package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What {@code serve} refuses to start with, by exit code and message. */
@Timeout(120)
final class ServeExitCodeTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  @TempDir private Path folder;

  private int serve(String... more) {
    String[] all = new String[more.length + 1];
    all[0] = "serve";
    System.arraycopy(more, 0, all, 1, more.length);
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    return line.execute(all);
  }

  private void says(String part) {
    assertTrue(err.toString().contains(part), err.toString());
    assertFalse(out.toString().contains("ready"), out.toString());
  }

  @Test
  void aTakenPortIsNamed() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      assertEquals(1, serve("--model", "embedded", "--port", "" + taken.getLocalPort()));
      says("cannot listen on 127.0.0.1:" + taken.getLocalPort());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--host 0.0.0.0 | without keys would let everyone in",
        "--host :: | without keys would let everyone in",
        "--host no.such.host.invalid | not a known address",
        "--port 65536 | --port must be 0 to 65535",
        "--port -1 | --port must be 0 to 65535",
        "--port eighty | eighty",
        "--api-key-env NO_SUCH_VARIABLE_HERE | holds no key",
        "--cors-origin example.org | --cors-origin must be a site",
        "--cors-origin https://example.org/ | --cors-origin must be a site",
        "--cors-origin * | --cors-origin must be a site",
        "--vision-cache much | not a size such as 512MiB",
        "--queue-bytes 1TiB | not a size such as 512MiB",
        "--no-such-option | --no-such-option",
      })
  void wrongUseIsTwo(String options, String message) {
    assertEquals(2, serve(("--model embedded " + options).split(" ")));
    says(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--slots 0 | slots 0",
        "--queue -1 | queue -1",
        "--queue-bytes 0 | bytes 0",
        "--queue-timeout 0 | --queue-timeout must be at least 1",
        "--request-timeout 0 | --request-timeout must be at least 1",
        "--drain-timeout -1 | --drain-timeout must be at least 0",
        "--max-body 0 | --max-body must be 1 byte to 1 GiB",
        "--max-body 1025MiB | --max-body must be 1 byte to 1 GiB",
        "--max-tokens-limit 0 | --max-tokens-limit must be at least 1",
        "--default-max-tokens 0 | --default-max-tokens must be at least 1",
        "--max-media -1 | --max-media must be at least 0",
        "--method qcpruner | needs a budget",
        "--method nothing --budget 64 | nothing",
      })
  void valuesThatCantBeAreTwo(String options, String message) {
    assertEquals(2, serve(("--model embedded --port 0 " + options).split(" ")));
    says(message);
  }

  /** Known only when the model is there: the socket is closed again. */
  @Test
  void aDefaultMethodThatTheModelCantServeEndsTheStart() {
    assertEquals(
        1, serve("--model", "embedded", "--port", "0", "--method", "fastvid", "--budget", "64"));
    says("fastvid");
  }

  @Test
  void keyFilesThatHoldNoKey() throws IOException {
    Path missing = folder.resolve("missing");
    assertEquals(1, serve("--model", "embedded", "--api-key-file", missing.toString()));
    says("no such file");
    Path empty = Files.writeString(folder.resolve("empty"), "# nobody\n\n");
    assertEquals(2, serve("--model", "embedded", "--api-key-file", empty.toString()));
    says("there is no key in");
    Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xC3, 0x28, 0});
    assertEquals(2, serve("--model", "embedded", "--api-key-file", binary.toString()));
    says("not a text file");
  }

  @Test
  void modelsThatAreNotThere() throws IOException {
    assertEquals(2, serve());
    says("--model");
    assertEquals(1, serve("--model", folder.resolve("none").toString(), "--port", "0"));
    says("none");
    Path broken = Files.createDirectory(folder.resolve("broken"));
    Files.writeString(broken.resolve("config.json"), "{");
    assertEquals(1, serve("--model", broken.toString(), "--port", "0"));
    says("config.json");
  }
}
