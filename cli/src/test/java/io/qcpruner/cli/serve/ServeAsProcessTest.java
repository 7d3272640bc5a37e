package io.qcpruner.cli.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.qcpruner.cli.Main;
import java.awt.image.BufferedImage;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

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

  @Test
  void listsTheMethodsThatTheCommandLists() throws Exception {
    StringWriter printed = new StringWriter();
    CommandLine command = Main.commandLine().setOut(new PrintWriter(printed));
    assertEquals(0, command.execute("methods", "--model", "embedded-clips", "--json"));
    Process process = serve("--model", "embedded-clips");
    try (BufferedReader out = process.inputReader()) {
      URI origin = URI.create(out.readLine().split(" ", 2)[0]);
      assertEquals("ready", out.readLine());
      HttpRequest request = HttpRequest.newBuilder(origin.resolve("/v1/pruning/methods")).build();
      String served = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
      ObjectMapper json = new ObjectMapper();
      assertEquals(json.readTree(served), json.readTree(printed.toString()));
    } finally {
      process.destroyForcibly();
    }
  }

  private static String exchange(URI origin, String line, String headers, String body)
      throws IOException {
    try (Socket socket = new Socket(origin.getHost(), origin.getPort())) {
      String request =
          line
              + " HTTP/1.1\r\nConnection: close\r\n"
              + headers
              + "Content-Length: "
              + body.length();
      socket.getOutputStream().write((request + "\r\n\r\n" + body).getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  private static int status(URI origin, String line, String headers) throws IOException {
    return Integer.parseInt(exchange(origin, line, headers, "").split(" ")[1]);
  }

  @Test
  void optionsReachTheServer() throws Exception {
    Path keys = Files.writeString(folder.resolve("keys"), "# ours\nright\n");
    Process process =
        serve(
            ("--model embedded --alias org/other --no-page --metrics-open --host-name box.example"
                    + " --cors-origin https://app.example --allow-media-urls --media-domain"
                    + " pictures.example --api-key-file "
                    + keys)
                .split(" "));
    try (BufferedReader out = process.inputReader()) {
      URI origin = URI.create(out.readLine().split(" ", 2)[0]);
      assertEquals("ready", out.readLine());
      String host = "Host: box.example\r\n";
      String key = host + "Authorization: Bearer right\r\n";
      assertEquals(200, status(origin, "GET /live", host));
      assertEquals(403, status(origin, "GET /live", "Host: other.example\r\n"));
      assertEquals(404, status(origin, "GET /", host));
      assertEquals(200, status(origin, "GET /metrics", host));
      assertEquals(401, status(origin, "GET /v1/models/org/other", host));
      assertEquals(200, status(origin, "GET /v1/models/org/other", key));
      String site = "Origin: https://app.example\r\n";
      assertEquals(204, status(origin, "OPTIONS /v1/models", host + site));
      String ask =
          "{\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"?\"},"
              + "{\"type\":\"image_url\",\"image_url\":\"http://127.0.0.1/x.png\"}]}]}";
      String json = key + "Content-Type: application/json\r\n";
      String fetched = exchange(origin, "POST /v1/chat/completions", json, ask);
      assertTrue(fetched.contains("media_fetch_failed"), fetched);
      assertEquals(0, end(process));
    } finally {
      process.destroyForcibly();
    }
  }

  /** Questions in the log, rows of a picture kept, open on every address because that was said. */
  @Test
  void optionsThatAreOffUnlessAskedForDoWhatTheySay() throws Exception {
    Process process =
        serve(
            ("--model embedded --host 0.0.0.0 --insecure-no-auth --log-prompts"
                    + " --prefix-cache 64MiB")
                .split(" "));
    try (BufferedReader out = process.inputReader()) {
      int port = URI.create(out.readLine().split(" ", 2)[0]).getPort();
      URI origin = URI.create("http://127.0.0.1:" + port);
      assertEquals("ready", out.readLine());
      String picture = Base64.getEncoder().encodeToString(png());
      String json = "Host: 127.0.0.1\r\nContent-Type: application/json\r\n";
      int[] ready = new int[2];
      for (int i = 0; i < 2; i++) {
        String ask =
            "{\"max_tokens\":1,\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":"
                + "\"image_url\",\"image_url\":{\"url\":\"data:image/png;base64,"
                + picture
                + "\"}},{\"type\":\"text\",\"text\":\"Is number "
                + i
                + " red?\"}]}]}";
        String reply = exchange(origin, "POST /v1/chat/completions", json, ask);
        Matcher cached = Pattern.compile("\"cached_tokens\":(\\d+)").matcher(reply);
        assertTrue(cached.find(), reply);
        ready[i] = Integer.parseInt(cached.group(1));
      }
      assertEquals(0, ready[0]);
      assertTrue(ready[1] >= 576, "rows of the picture: " + ready[1]);
      assertEquals(0, end(process));
    } finally {
      process.destroyForcibly();
    }
    String log = Files.readString(folder.resolve("log"));
    assertTrue(log.contains("asks: Is number 0 red?"), log);
  }

  private static byte[] png() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(new BufferedImage(40, 40, BufferedImage.TYPE_INT_RGB), "png", out);
    return out.toByteArray();
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
