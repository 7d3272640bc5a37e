package io.qcpruner.checkpoint.weights;

import io.qcpruner.json.JsonException;
import io.qcpruner.json.JsonReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The directory at the start of a safetensors file: eight bytes of little-endian length, that many
 * bytes of JSON, then the data. Everything it claims is compared with the size of the file, and the
 * tensors must fill the data part exactly, without gap or overlap.
 *
 * @param tensors by name, in header order
 * @param metadata free text pairs of the writer
 * @param dataStart first byte after the header
 */
public record SafetensorsHeader(
    Map<String, StoredTensor> tensors, Map<String, String> metadata, long dataStart) {

  /** Headers of real checkpoints have some hundred kilobytes; the reference reader stops here. */
  static final int MAX_HEADER_BYTES = 100_000_000;

  public SafetensorsHeader {
    tensors = Collections.unmodifiableMap(tensors);
    metadata = Collections.unmodifiableMap(metadata);
  }

  /**
   * Reads and checks the header.
   *
   * @param label how messages call the file
   */
  public static SafetensorsHeader read(SeekableByteChannel file, String label) throws IOException {
    long start = dataStart(file, label);
    byte[] json = readFully(file, (int) (start - 8), label).array();
    return parse(json, file.size(), label);
  }

  /** Where the header ends, without reading it; the channel is then where it begins. */
  static long dataStart(SeekableByteChannel file, String label) throws IOException {
    long size = file.size();
    if (size < 8) {
      throw new WeightsException(label + ": only " + size + " bytes, too short for safetensors");
    }
    file.position(0);
    ByteBuffer prefix = readFully(file, 8, label);
    long length = prefix.order(ByteOrder.LITTLE_ENDIAN).getLong(0);
    checkLength(length, size, label);
    return 8 + length;
  }

  /**
   * Reads and checks the header of a whole file in a buffer.
   *
   * @param label how messages call the file
   */
  public static SafetensorsHeader of(ByteBuffer file, String label) throws IOException {
    long size = file.limit();
    if (size < 8) {
      throw new WeightsException(label + ": only " + size + " bytes, too short for safetensors");
    }
    long length = file.duplicate().order(ByteOrder.LITTLE_ENDIAN).getLong(0);
    checkLength(length, size, label);
    byte[] json = new byte[(int) length];
    file.get(8, json);
    return parse(json, size, label);
  }

  private static void checkLength(long length, long size, String label) throws WeightsException {
    if (length < 2 || length > MAX_HEADER_BYTES || length > size - 8) {
      throw new WeightsException(
          "%s: header length %s at offset 0 can't be right in a file of %d bytes"
              .formatted(label, Long.toUnsignedString(length), size));
    }
  }

  private static SafetensorsHeader parse(byte[] json, long fileSize, String label)
      throws IOException {
    long dataStart = 8L + json.length;
    SafetensorsHeader header;
    try {
      header =
          JsonReader.UNIQUE.stream(
              json,
              label + ": header",
              parser -> new SafetensorsHeaderParser(parser, dataStart, label).parse());
    } catch (JsonException e) {
      throw new WeightsException(e.getMessage(), e);
    }
    checkCoverage(header, fileSize, label);
    return header;
  }

  private static void checkCoverage(SafetensorsHeader header, long fileSize, String label)
      throws WeightsException {
    List<StoredTensor> byOffset =
        header.tensors.values().stream()
            .sorted(Comparator.comparingLong(StoredTensor::offset).thenComparing(StoredTensor::end))
            .toList();
    long covered = header.dataStart;
    for (StoredTensor tensor : byOffset) {
      if (tensor.end() > fileSize) {
        throw new WeightsException(
            "%s: truncated: tensor %s ends at byte %d of a file of %d bytes"
                .formatted(label, tensor.spec().name(), tensor.end(), fileSize));
      }
      if (tensor.offset() != covered) {
        throw new WeightsException(
            "%s: tensor %s starts at byte %d, but the data before it ends at %d (%s)"
                .formatted(
                    label,
                    tensor.spec().name(),
                    tensor.offset(),
                    covered,
                    tensor.offset() < covered ? "overlap" : "gap"));
      }
      covered = tensor.end();
    }
    if (covered != fileSize) {
      throw new WeightsException(
          "%s: the header accounts for %d bytes, the file has %d"
              .formatted(label, covered, fileSize));
    }
  }

  private static ByteBuffer readFully(SeekableByteChannel file, int count, String label)
      throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(count);
    while (buffer.hasRemaining()) {
      if (file.read(buffer) < 0) {
        throw new WeightsException(label + ": ended inside the header");
      }
    }
    return buffer;
  }
}
