package io.qcpruner.checkpoint.weights;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A folder of packed weights is what its manifest says, or it is refused. */
class PackedManifestTest {
  private static final String AGAIN =
      "; pack the source folder again: qcpruner pack --model SOURCE --weights KIND --out NEW";

  @TempDir Path folder;
  private Path manifest;
  private Path weights;

  @BeforeEach
  void pack() throws IOException {
    manifest = folder.resolve(PackedManifest.NAME);
    weights = folder.resolve(PackedManifest.WEIGHTS);
    Files.writeString(folder.resolve("config.json"), "{}");
    writeWeights("a", 1);
    PackedManifest.of(folder, "int4", "source").write(folder);
  }

  private void writeWeights(String name, float value) throws IOException {
    writeWeights(name, value, NumberType.U8);
  }

  private void writeWeights(String name, float value, NumberType codes) throws IOException {
    List<TensorSpec> specs =
        List.of(
            new TensorSpec(name, NumberType.F32, 2),
            new TensorSpec("m", codes, 2),
            new TensorSpec("m_factor", NumberType.U8, 1));
    boolean half = codes == NumberType.F16;
    try (SafetensorsWriter writer =
        new SafetensorsWriter(weights, half ? specs.subList(0, 1) : specs)) {
      writer.floats(value, value);
      if (!half) {
        writer.longs(1, 1, 1);
      }
      writer.finish();
    }
  }

  @Test
  void aRightFolderPasses() throws IOException {
    PackedManifest read = PackedManifest.checked(folder).orElseThrow();
    assertEquals("int4", read.weights());
    assertEquals(32, read.group());
    assertEquals("source", read.sourceSha256());
    assertEquals(Files.size(weights), read.weightBytes());
    assertEquals(
        "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",
        read.configSha256(),
        "of the two characters {}");
    assertEquals(64, read.headerSha256().length());
    writeWeights("a", 1, NumberType.F16);
    PackedManifest.of(folder, "half", "source").write(folder);
    assertEquals(0, PackedManifest.checked(folder).orElseThrow().group());
  }

  @Test
  void aFolderWithoutAManifestIsNotPacked() throws IOException {
    Files.delete(manifest);
    assertTrue(PackedManifest.checked(folder).isEmpty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"format\" : 5 | \"format\" : 4 | packed in format 4, this program reads 5" + AGAIN,
        "\"int4\" | \"int2\" | weights are half, int8 or int4, not int2",
        "\"int4\" | null | field weights is missing",
        "\"format\" : 5 | \"format\" : 4.5 | field format must be a whole number",
        "\"format\" : 5 | \"format\" : \"4\" | field format must be a whole number",
        "\"group\" : 32 | \"group\" : 64 |"
            + " groups of 64 inputs for int4, this program reads 32"
            + AGAIN,
      })
  void anotherFormatIsNamed(String from, String to, String message) throws IOException {
    Files.writeString(manifest, Files.readString(manifest).replace(from, to));
    assertFails(manifest + ": " + message);
  }

  @Test
  void anotherKindThanTheLabelIsNamed() throws IOException {
    String says = ", qcpruner_packed.json says int4" + AGAIN;
    writeWeights("a", 1, NumberType.I8);
    PackedManifest.of(folder, "int4", "source").write(folder);
    assertFails(weights + ": holds int8 weights" + says);
    writeWeights("a", 1, NumberType.F16);
    PackedManifest.of(folder, "int4", "source").write(folder);
    assertFails(weights + ": holds half weights" + says);
  }

  @Test
  void otherFilesAreNamed() throws IOException {
    writeWeights("b", 1);
    assertFails(weights + ": not the weights that qcpruner_packed.json describes" + AGAIN);
    writeWeights("a", 2); // values are not compared: that would cost a pass over gigabytes
    PackedManifest.checked(folder);
    Files.writeString(folder.resolve("config.json"), "{ }");
    assertFails(
        folder.resolve("config.json")
            + ": not the configuration that qcpruner_packed.json describes"
            + AGAIN);
    long size = Files.size(weights);
    Files.write(weights, new byte[3]);
    assertFails("%s: 3 bytes, qcpruner_packed.json promises %d%s".formatted(weights, size, AGAIN));
    Files.delete(weights);
    assertFails(folder + ": missing model.safetensors" + AGAIN);
  }

  /** "a" and "bc" one after the other are "abc", whose digest is that of the standard. */
  @Test
  void filesAreHashedOneAfterTheOther() throws IOException {
    Path first = Files.writeString(folder.resolve("1"), "a");
    Path second = Files.writeString(folder.resolve("2"), "bc");
    assertEquals(
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        PackedManifest.sha256(List.of(first, second)));
  }

  private void assertFails(String message) {
    String found =
        assertThrows(IOException.class, () -> PackedManifest.checked(folder)).getMessage();
    // the reader of JSON adds the line
    assertEquals(message, found.replaceFirst(" line \\d+: ", ": "));
  }
}
