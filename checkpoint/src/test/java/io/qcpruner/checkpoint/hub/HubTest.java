package io.qcpruner.checkpoint.hub;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.hub.MoodyHub.Mood;
import io.qcpruner.testkit.Seeded;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(Seeded.class)
class HubTest {
  private static final Duration STALL = Duration.ofMillis(500);
  private static final ModelId ID = ModelId.parse("org/name");

  @TempDir Path cache;
  private MoodyHub server;
  private byte[] weights;
  private final List<String> notes = new ArrayList<>();
  private final DownloadProgress progress =
      new DownloadProgress() {
        @Override
        public void bytes(String file, long done, long total) {
          assertTrue(done <= total, file);
        }

        @Override
        public void note(String text) {
          notes.add(text);
        }
      };

  @BeforeEach
  void start(Random random) throws IOException {
    weights = new byte[300_001];
    random.nextBytes(weights);
    server = new MoodyHub();
    server.add("README.md", text("read me"));
    server.add("config.json", text("{}"));
    server.add("tokenizer.json", text("{\"a\":1}"));
    server.add("model.safetensors", weights);
    server.add("pytorch_model.bin", text("older form"));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aModelIsPulledAndThenFoundWithoutTheNetwork() throws IOException {
    Path folder = hub().pull(ID);
    assertArrayEquals(weights, Files.readAllBytes(folder.resolve("model.safetensors")));
    assertEquals("{\"a\":1}", Files.readString(folder.resolve("tokenizer.json")));
    assertFalse(Files.exists(folder.resolve("pytorch_model.bin")), "safetensors are preferred");
    assertFalse(Files.exists(folder.resolve("README.md")));
    server.close();
    assertEquals(folder, new Hub(settings().withOffline(true), progress).resolve("org/name"));
    assertEquals(folder, hub().resolve("org/name"), "a complete copy needs no hub");
  }

  @Test
  void aSecondPullTransfersNothing() throws IOException {
    hub().pull(ID);
    server.requests.clear();
    hub().pull(ID);
    assertTrue(server.requests.stream().noneMatch(r -> r.startsWith("storage GET")));
    assertTrue(notes.contains("model.safetensors: already here"), notes.toString());
  }

  @ParameterizedTest
  @EnumSource(names = {"DROP", "SHORT", "CORRUPT", "BUSY", "LONG"})
  void oneSpoiledTransferIsRepaired(Mood mood) throws IOException {
    server.next(mood);
    Path folder = hub().pull(ID);
    assertArrayEquals(weights, Files.readAllBytes(folder.resolve("model.safetensors")));
    assertTrue(notes.stream().anyMatch(n -> n.endsWith("trying again")), notes.toString());
    assertEquals(List.of(), leftovers());
  }

  @ParameterizedTest
  @EnumSource(names = {"STALL", "DRIP"})
  @Timeout(20)
  void aTransferThatStopsComingIsBrokenOffAndGoesOn(Mood mood) throws IOException {
    server.next(mood);
    Path folder = hub().pull(ID);
    assertArrayEquals(weights, Files.readAllBytes(folder.resolve("model.safetensors")));
    assertTrue(notes.stream().anyMatch(n -> n.contains("the transfer stalled")), notes.toString());
  }

  @Test
  void credentialsOfAnEndpointAreNeverShown() {
    URI endpoint = URI.create("http://user:secret@localhost:1/?token=secret");
    HubSettings settings =
        new HubSettings(endpoint, cache, "secret", false, 1, Duration.ofMillis(1), STALL);
    assertFalse(settings.toString().contains("secret"), settings.toString());
    String message =
        assertThrows(HubException.class, () -> new Hub(settings, progress).pull(ID)).getMessage();
    assertFalse(message.contains("secret"), message);
    String wrong =
        assertThrows(
                IllegalArgumentException.class,
                () -> HubSettings.of(Map.of("HF_ENDPOINT", "ftp://a:secret@b"), cache))
            .getMessage();
    assertFalse(wrong.contains("secret"), wrong);
  }

  @Test
  void aDroppedTransferGoesOnWhereItStopped() throws IOException {
    server.next(Mood.DROP);
    hub().pull(ID);
    assertTrue(
        server.requests.stream().anyMatch(r -> r.matches("storage GET .* bytes=[1-9]\\d*-")),
        server.requests.toString());
  }

  @ParameterizedTest
  @EnumSource(names = {"IGNORE_RANGE", "REFUSE_RANGE"})
  void aServerWithoutRangesStartsOver(Mood mood) throws IOException {
    server.next(Mood.DROP, mood);
    Path folder = hub().pull(ID);
    assertArrayEquals(weights, Files.readAllBytes(folder.resolve("model.safetensors")));
  }

  @Test
  void aTransferThatNeverWorksFailsAndTheNextPullGoesOn() throws IOException {
    server.next(Mood.DROP, Mood.DROP, Mood.DROP);
    String message = assertThrows(HubException.class, () -> hub().pull(ID)).getMessage();
    assertTrue(message.startsWith("model.safetensors: gave up after 3 attempts"), message);
    assertFalse(hub().cached(ID).isPresent());
    server.requests.clear();
    hub().pull(ID);
    assertTrue(server.requests.stream().anyMatch(r -> r.matches("storage GET .* bytes=\\d+-")));
  }

  /** Writing to /dev/full fails as on a full disk. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDiskIsNoReasonToTryAgain() throws IOException {
    Path blobs = Files.createDirectories(cache.resolve("models--org--name").resolve("blobs"));
    Path partial = blobs.resolve(MoodyHub.hex("SHA-256", weights) + ".incomplete");
    Files.createSymbolicLink(partial, Path.of("/dev/full"));
    assertPullFails(
        "model.safetensors: " + partial + ": No space left on device; make room or choose another");
    assertTrue(notes.stream().noneMatch(n -> n.contains("trying again")), notes.toString());
    assertEquals(
        1, server.requests.stream().filter(r -> r.startsWith("storage GET")).count(), "transfers");
  }

  @Test
  void aFolderThatCanNotBeWrittenIsNoReasonToTryAgain() throws IOException {
    Path blobs = Files.createDirectories(cache.resolve("models--org--name").resolve("blobs"));
    Path partial = blobs.resolve(MoodyHub.hex("SHA-256", weights) + ".incomplete");
    Files.createDirectories(partial.resolve("not empty"));
    assertPullFails("model.safetensors: " + partial + ": Is a directory; make room or choose");
    assertTrue(notes.stream().noneMatch(n -> n.contains("trying again")), notes.toString());
  }

  @Test
  void contentThatStaysCorruptIsNeverPutInPlace() throws IOException {
    server.next(Mood.CORRUPT, Mood.CORRUPT, Mood.CORRUPT);
    String message = assertThrows(HubException.class, () -> hub().pull(ID)).getMessage();
    assertTrue(message.contains("checksum is "), message);
    assertFalse(hub().cached(ID).isPresent());
    try (Stream<Path> all = Files.walk(cache)) {
      assertTrue(all.noneMatch(p -> p.toString().endsWith("model.safetensors")));
    }
  }

  @Test
  void anUnknownModelIsNamed() {
    ModelId other = ModelId.parse("org/other");
    String message = assertThrows(HubException.class, () -> hub().pull(other)).getMessage();
    assertEquals("localhost has no model org/other", message);
  }

  @Test
  void badListingsAreNamed() {
    server.listing = "<html>";
    assertPullFails("the listing of org/name: is not JSON");
    server.listing = "{}";
    assertPullFails("the listing of org/name names no commit");
    server.listing = "{\"sha\":\"" + MoodyHub.COMMIT + "\",\"siblings\":[]}";
    assertPullFails("org/name has no config.json");
    server.listing =
        "{\"sha\":\"" + MoodyHub.COMMIT + "\",\"siblings\":[{\"rfilename\":\"config.json\"}]}";
    assertPullFails("neither safetensors nor PyTorch");
    server.listing =
        ("{\"sha\":\"%s\",\"siblings\":[{\"rfilename\":\"config.json\"},"
                + "{\"rfilename\":\"model.safetensors\",\"size\":%d}]}")
            .formatted(MoodyHub.COMMIT, Long.MAX_VALUE / 2);
    assertPullFails("MB are needed");
  }

  @Test
  void aListedFileThatIsMissingIsNamed() {
    server.listing =
        ("{\"sha\":\"%s\",\"siblings\":[{\"rfilename\":\"config.json\"},"
                + "{\"rfilename\":\"model-00001-of-00001.safetensors\"}]}")
            .formatted(MoodyHub.COMMIT);
    assertPullFails("model-00001-of-00001.safetensors: status 404");
  }

  @Test
  void theTokenStaysWithTheHub() throws IOException {
    HubSettings secret =
        new HubSettings(server.address(), cache, "secret", false, 3, Duration.ofMillis(1), STALL);
    new Hub(secret, progress).pull(ID);
    assertTrue(server.requests.stream().anyMatch(r -> r.startsWith("hub") && r.endsWith("token")));
    assertTrue(
        server.requests.stream().noneMatch(r -> r.startsWith("storage") && r.endsWith("token")));
    assertFalse(secret.toString().contains("secret"));
  }

  @Test
  void offlineWithoutACopySaysWhatToDo() {
    Hub offline = new Hub(settings().withOffline(true), progress);
    String message =
        assertThrows(HubException.class, () -> offline.resolve("org/name")).getMessage();
    assertTrue(message.contains("qcpruner pull org/name"), message);
    assertThrows(HubException.class, () -> offline.pull(ID));
    message = assertThrows(HubException.class, () -> offline.resolve("nowhere")).getMessage();
    assertEquals("nowhere is neither a folder nor of the form ORG/NAME", message);
  }

  @Test
  void aFolderNeedsNoHub() throws IOException {
    assertEquals(cache, new Hub(settings().withOffline(true), progress).resolve(cache.toString()));
  }

  private void assertPullFails(String expected) {
    String message = assertThrows(HubException.class, () -> hub().pull(ID)).getMessage();
    assertTrue(message.contains(expected), message);
  }

  private List<String> leftovers() throws IOException {
    try (Stream<Path> all = Files.walk(cache)) {
      return all.map(p -> p.getFileName().toString())
          .filter(n -> n.endsWith(".incomplete") || n.endsWith(".lock"))
          .toList();
    }
  }

  private Hub hub() {
    return new Hub(settings(), progress);
  }

  private HubSettings settings() {
    return new HubSettings(server.address(), cache, null, false, 3, Duration.ofMillis(1), STALL);
  }

  private static byte[] text(String content) {
    return content.getBytes(StandardCharsets.UTF_8);
  }
}
