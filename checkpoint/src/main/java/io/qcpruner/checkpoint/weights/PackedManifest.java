package io.qcpruner.checkpoint.weights;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.qcpruner.json.JsonReader;
import io.qcpruner.json.Sha256;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * What a folder of packed weights says about itself. It is compared with the folder when a model is
 * opened: the header and the length of the weight file and the configuration, not every byte.
 *
 * @param format of this file and of the packed tensors
 * @param weights half, int8 or int4
 * @param group inputs that are rounded together; 0 where weights have no codes
 * @param sourceSha256 of the configuration and the weight files that were packed
 * @param configSha256 of config.json
 * @param weightBytes length of the weight file
 * @param headerSha256 of the header of the weight file
 */
@JsonIgnoreProperties(ignoreUnknown = true) // an unknown format is to be named, not its fields
public record PackedManifest(
    int format,
    String weights,
    int group,
    String sourceSha256,
    String configSha256,
    long weightBytes,
    String headerSha256) {

  /** The name of the file in a folder. */
  public static final String NAME = "qcpruner_packed.json";

  /** The only weight file of such a folder. */
  public static final String WEIGHTS = "model.safetensors";

  /** The folder for the configuration of a vision tower that was apart. */
  public static final String TOWER = "tower";

  /** What the scales of a packed matrix add to its name, if it has any. */
  public static final String SCALE = "_scale";

  /** What the factors of a packed matrix add to its name. */
  public static final String FACTOR = "_factor";

  private static final int FORMAT = 5;
  private static final long MAX_BYTES = 1 << 20;
  private static final int CHUNK_BYTES = 1 << 20;
  private static final String CONFIG = "config.json";
  private static final String AGAIN =
      "; pack the source folder again: qcpruner pack --model SOURCE --weights KIND --out NEW";

  /** The manifest of a folder whose files are written. */
  public static PackedManifest of(Path folder, String weights, String sourceSha256)
      throws IOException {
    return new PackedManifest(
        FORMAT,
        weights,
        groupOf(weights),
        sourceSha256,
        sha256(Set.of(folder.resolve(CONFIG))),
        Files.size(folder.resolve(WEIGHTS)),
        headerSha256(folder.resolve(WEIGHTS)));
  }

  private static int groupOf(String weights) {
    return switch (weights) {
      case "int8" -> 64;
      case "int4" -> 32;
      default -> 0;
    };
  }

  /** Writes the file into the folder. */
  public void write(Path folder) throws IOException {
    Files.writeString(
        folder.resolve(NAME),
        JsonReader.SNAKE_CASE.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(this)
            + "\n");
  }

  /**
   * The manifest of a folder after it was compared with its files; empty if the folder's weights
   * are not packed.
   *
   * @throws WeightsException if the folder is damaged, incomplete, mixed or of another version
   */
  public static Optional<PackedManifest> checked(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    PackedManifest read = JsonReader.SNAKE_CASE.record(file, MAX_BYTES, PackedManifest.class);
    read.check(folder, file);
    return Optional.of(read);
  }

  private void check(Path folder, Path file) throws IOException {
    if (format != FORMAT) {
      throw new WeightsException(
          "%s: packed in format %d, this program reads %d%s"
              .formatted(file, format, FORMAT, AGAIN));
    }
    if (weights == null || !Set.of("half", "int8", "int4").contains(weights)) {
      throw new WeightsException(file + ": weights are half, int8 or int4, not " + weights);
    }
    if (group != groupOf(weights)) {
      throw new WeightsException(
          "%s: groups of %d inputs for %s, this program reads %d%s"
              .formatted(file, group, weights, groupOf(weights), AGAIN));
    }
    Path held = folder.resolve(WEIGHTS);
    if (!Files.isRegularFile(held)) {
      throw new WeightsException(folder + ": missing " + WEIGHTS + AGAIN);
    }
    long bytes = Files.size(held);
    if (bytes != weightBytes) {
      throw new WeightsException(
          "%s: %d bytes, %s promises %d%s".formatted(held, bytes, NAME, weightBytes, AGAIN));
    }
    if (!headerSha256(held).equals(headerSha256)) {
      throw new WeightsException(held + ": not the weights that " + NAME + " describes" + AGAIN);
    }
    String kind = kindOf(held);
    if (!kind.equals(weights)) {
      throw new WeightsException(
          "%s: holds %s weights, %s says %s%s".formatted(held, kind, NAME, weights, AGAIN));
    }
    if (!sha256(Set.of(folder.resolve(CONFIG))).equals(configSha256)) {
      throw new WeightsException(
          folder.resolve(CONFIG) + ": not the configuration that " + NAME + " describes" + AGAIN);
    }
  }

  /** What the tensors of a packed file are: a head may have more bits than the other matrices. */
  private static String kindOf(Path file) throws IOException {
    try (SafetensorsFile weights = SafetensorsFile.open(file)) {
      Set<NumberType> codes = EnumSet.noneOf(NumberType.class);
      weights
          .tensors()
          .forEach(
              (name, tensor) -> {
                if (weights.has(name + FACTOR)) {
                  codes.add(tensor.spec().type());
                }
              });
      return codes.isEmpty() ? "half" : codes.contains(NumberType.U8) ? "int4" : "int8";
    }
  }

  /** The digest of the concatenated bytes of several files. */
  public static String sha256(Collection<Path> files) throws IOException {
    MessageDigest digest = Sha256.start();
    ByteBuffer buffer = ByteBuffer.allocate(CHUNK_BYTES);
    for (Path file : files) {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
        while (channel.read(buffer.clear()) >= 0) {
          digest.update(buffer.flip());
        }
      }
    }
    return Sha256.hex(digest);
  }

  private static String headerSha256(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer bytes =
          ByteBuffer.allocate((int) SafetensorsHeader.dataStart(channel, file.toString()));
      long at = 0;
      while (bytes.hasRemaining() && at >= 0) {
        at = channel.read(bytes, bytes.position());
      }
      MessageDigest digest = Sha256.start();
      digest.update(bytes.flip());
      return Sha256.hex(digest);
    }
  }
}
