package io.qcpruner.checkpoint.hub;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What lies in the cache already, what is told of sizes, and what is never downloaded. */
class HubEdgesTest {
  private static final ModelId ID = ModelId.parse("org/name");

  @TempDir Path cache;
  private MoodyHub server;
  private final byte[] weights = "0123456789".repeat(1000).getBytes(StandardCharsets.US_ASCII);
  private final List<String> notes = new ArrayList<>();
  private final List<Long> counted = new ArrayList<>();

  @BeforeEach
  void start() throws IOException {
    server = new MoodyHub();
    server.add("config.json", "{}".getBytes(StandardCharsets.US_ASCII));
    server.add("model.safetensors", weights);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Hub hub() {
    DownloadProgress progress =
        new DownloadProgress() {
          @Override
          public void bytes(String file, long done, long total) {
            if (file.equals("model.safetensors")) {
              counted.add(done);
              assertEquals(weights.length, total);
            }
          }

          @Override
          public void note(String text) {
            notes.add(text);
          }
        };
    return new Hub(
        new HubSettings(
            server.address(), cache, null, false, 2, Duration.ofMillis(1), Duration.ofSeconds(30)),
        progress);
  }

  private Path partial(byte[] content) throws IOException {
    Path blobs = Files.createDirectories(cache.resolve("models--org--name").resolve("blobs"));
    return Files.write(blobs.resolve(MoodyHub.hex("SHA-256", weights) + ".incomplete"), content);
  }

  private void assertPulled() throws IOException {
    Path folder = hub().pull(ID);
    assertArrayEquals(weights, Files.readAllBytes(folder.resolve("model.safetensors")));
    assertTrue(notes.contains("model.safetensors: complete, checksum verified"), notes.toString());
  }

  private List<String> transfers() {
    return server.requests.stream().filter(r -> r.startsWith("storage GET")).toList();
  }

  @Test
  void progressCountsTheBytes() throws IOException {
    assertPulled();
    assertEquals(weights.length, counted.get(counted.size() - 1));
    assertEquals(List.of("storage GET /model.safetensors"), transfers());
  }

  @Test
  void whatIsThereIsNotTransferredAgain() throws IOException {
    partial(Arrays.copyOf(weights, 4000));
    assertPulled();
    assertEquals(List.of("storage GET /model.safetensors bytes=4000-"), transfers());
    assertTrue(counted.get(0) > 4000);
  }

  @Test
  void aWholePartIsOnlyVerified() throws IOException {
    partial(weights);
    assertPulled();
    assertEquals(List.of(), transfers());
  }

  @Test
  void aPartThatIsTooLongIsDropped() throws IOException {
    partial(Arrays.copyOf(weights, weights.length + 1));
    assertPulled();
    assertEquals(List.of("storage GET /model.safetensors"), transfers());
  }

  @Test
  void aListingMayLeaveOutSizes() throws IOException {
    server.listing =
        "{\"sha\":\"%s\",\"siblings\":[{\"rfilename\":\"config.json\"},".formatted(MoodyHub.COMMIT)
            + "{\"rfilename\":\"model.safetensors\"}]}";
    assertPulled();
  }

  @Test
  void aModelThatDoesNotFitOnTheDiskIsRefusedFirst() {
    server.listing =
        ("{\"sha\":\"%s\",\"siblings\":[{\"rfilename\":\"config.json\",\"size\":2},"
                + "{\"rfilename\":\"model.safetensors\",\"size\":%d}]}")
            .formatted(MoodyHub.COMMIT, 3L << 60);
    String message = assertThrows(HubException.class, () -> hub().pull(ID)).getMessage();
    assertTrue(message.startsWith((3L << 40) + " MB are needed in " + cache + ", "), message);
    assertTrue(message.matches(".* \\d{1,12} MB are free"), message);
    assertEquals(List.of(), transfers());
  }

  @Test
  void aModelIsPulledWhenItIsNotThere() throws IOException {
    Path folder = hub().resolve("org/name");
    assertArrayEquals(weights, Files.readAllBytes(folder.resolve("model.safetensors")));
    assertThrows(HubException.class, () -> hub().resolve("neither"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "config.json | false",
        "model.safetensors | false",
        "config.json model.safetensors | true",
        "config.json pytorch_model.bin | true",
        "config.json model.safetensors.index.json a.safetensors | false",
        "config.json model.safetensors.index.json a.safetensors b.safetensors | true",
        "config.json model.safetensors.index.json model.safetensors | false",
        "config.json pytorch_model.bin.index.json a.safetensors b.safetensors | true",
      })
  void aCopyIsCompleteWithEveryShard(String names, boolean complete) throws IOException {
    for (String name : names.split(" ")) {
      Files.writeString(
          cache.resolve(name),
          "{\"weight_map\":{\"x\":\"a.safetensors\",\"y\":\"b.safetensors\"}}");
    }
    assertEquals(complete, Completeness.isComplete(cache));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"{}", "{\"weight_map\":{}}", "{\"weight_map\":{\"x\":\"../up.safetensors\"}}"})
  void anIndexWithoutShardsOfThisFolderIsNoCopy(String index) throws IOException {
    Path folder = Files.createDirectory(cache.resolve("folder"));
    Files.writeString(folder.resolve("config.json"), "{}");
    Files.writeString(folder.resolve("model.safetensors.index.json"), index);
    Files.writeString(cache.resolve("up.safetensors"), "");
    assertFalse(Completeness.isComplete(folder));
  }

  @Test
  void filesOfAModelAreChosen() throws HubException {
    List<RemoteFile> all =
        List.of(
            new RemoteFile("config.json", 1),
            new RemoteFile("model-00001-of-00002.safetensors", 1),
            new RemoteFile("model.safetensors.index.json", 1),
            new RemoteFile("odd.safetensors", 1),
            new RemoteFile("pytorch_model.bin", 1));
    assertEquals(
        "[config.json, model-00001-of-00002.safetensors, model.safetensors.index.json]",
        names(FileSelection.choose(all, ID)));
    // an index alone is not weights
    List<RemoteFile> index = List.of(all.get(0), all.get(2), all.get(3), all.get(4));
    assertEquals("[config.json, pytorch_model.bin]", names(FileSelection.choose(index, ID)));
    assertEquals(
        "org/name has neither safetensors nor PyTorch weights",
        assertThrows(HubException.class, () -> FileSelection.choose(all.subList(0, 1), ID))
            .getMessage());
    assertEquals(
        "org/name has no config.json: not a model that can be run",
        assertThrows(HubException.class, () -> FileSelection.choose(all.subList(1, 2), ID))
            .getMessage());
  }

  private static String names(List<RemoteFile> files) {
    return files.stream().map(RemoteFile::name).toList().toString();
  }
}
