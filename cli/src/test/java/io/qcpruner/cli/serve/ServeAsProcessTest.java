package io.qcpruner.cli.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an operator sees of the process: its log and its end. */
@Timeout(180)
final class ServeAsProcessTest {
  @TempDir private Path folder;

  private Process serve(String... options) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // a small young generation is collected before the first request comes
    command.addAll(List.of("-Xmn8m", "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("io.qcpruner.cli.Main", "serve", "--port", "0"));
    command.addAll(List.of(options));
    return new ProcessBuilder(command).redirectError(folder.resolve("log").toFile()).start();
  }

  private static int end(Process process) throws InterruptedException {
    process.destroy();
    assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it did not end");
    return process.exitValue();
  }

  @Test
  void requestsAreLogged() throws Exception {
    Process process = serve("--model", "embedded");
    try (BufferedReader out = process.inputReader()) {
      URI origin = URI.create(out.readLine().split(" ", 2)[0]);
      assertEquals("ready", out.readLine());
      HttpRequest request = HttpRequest.newBuilder(origin.resolve("/nothing")).build();
      assertEquals(
          404, HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).statusCode());
      assertEquals(0, end(process));
    } finally {
      process.destroyForcibly();
    }
    String log = Files.readString(folder.resolve("log"));
    assertTrue(log.contains(" GET 404 route_not_found "), log);
  }

  /** A hub that never answers stands for a download of an hour. */
  @Test
  void aSignalEndsAServerThatIsStillLoading() throws Exception {
    try (ServerSocket hub = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"))) {
      Process process =
          serve(
              "--model",
              "org/large",
              "--hub",
              "http://127.0.0.1:" + hub.getLocalPort(),
              "--cache",
              folder.resolve("cache").toString());
      try (BufferedReader out = process.inputReader()) {
        assertTrue(out.readLine().endsWith("(loading large)"));
        hub.accept();
        assertEquals(0, end(process), Files.readString(folder.resolve("log")));
      } finally {
        process.destroyForcibly();
      }
    }
  }
}
