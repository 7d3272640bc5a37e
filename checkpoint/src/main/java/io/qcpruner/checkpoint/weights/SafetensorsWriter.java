package io.qcpruner.checkpoint.weights;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.qcpruner.json.WholeFile;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Writes a safetensors file front to back without holding it in memory: the tensors are declared
 * first, then their elements are given in that order, in pieces of any size. The file appears under
 * its name when {@link #finish} has seen every element; without that, closing removes what was
 * written.
 */
public final class SafetensorsWriter implements Closeable {
  private static final int CHUNK_BYTES = 1 << 20;

  private final Path target;
  private final Path partial;
  private final FileChannel channel;
  private final List<TensorSpec> specs;
  private final ByteBuffer buffer = ByteBuffer.allocate(CHUNK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private int current;
  private long left;
  private boolean finished;

  public SafetensorsWriter(Path target, List<TensorSpec> specs) throws IOException {
    this(target, specs, Map.of());
  }

  public SafetensorsWriter(Path target, List<TensorSpec> specs, Map<String, String> metadata)
      throws IOException {
    this.target = target;
    this.specs = List.copyOf(specs);
    if (specs.stream().map(TensorSpec::name).distinct().count() != specs.size()) {
      throw new IllegalArgumentException("two tensors of one name: " + specs);
    }
    WholeFile.requireReplaceable(target);
    partial = target.resolveSibling(target.getFileName() + ".part");
    channel =
        FileChannel.open(
            partial,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING);
    current = -1;
    try {
      writeAll(header(metadata));
    } catch (IOException e) {
      close();
      throw e;
    }
    nextTensor();
  }

  /** The next elements of the tensors, in declared order; crossing into the next tensor is fine. */
  public SafetensorsWriter floats(float... values) throws IOException {
    return floats(values, values.length);
  }

  /** The first {@code count} of these values. */
  public SafetensorsWriter floats(float[] values, int count) throws IOException {
    for (int at = 0; at < count; ) {
      int n = fitting(count - at);
      Elements.put(buffer, specs.get(current).type(), values, at, n);
      at += n;
      count(n);
    }
    return this;
  }

  /** Like {@link #floats}, for integer tensors. */
  public SafetensorsWriter longs(long... values) throws IOException {
    for (long value : values) {
      fitting(1);
      Elements.put(buffer, specs.get(current).type(), value);
      count(1);
    }
    return this;
  }

  /** Like {@link #floats}: whole elements of the current tensor as they are to lie in the file. */
  public SafetensorsWriter bytes(ByteBuffer elements) throws IOException {
    int size = current < specs.size() ? specs.get(current).type().bytes() : 1;
    if (elements.remaining() % size != 0 || elements.remaining() / size > left) {
      throw new IllegalArgumentException(
          "%d bytes are not a whole number of elements, or more than the declared tensors have left"
              .formatted(elements.remaining()));
    }
    int count = elements.remaining() / size;
    flush();
    writeAll(elements);
    if (count > 0) {
      count(count);
    }
    return this;
  }

  /** Checks that every element was given and puts the file in place. */
  public void finish() throws IOException {
    if (current < specs.size()) {
      throw new IllegalArgumentException(
          "tensor %s still lacks %d elements".formatted(specs.get(current), left));
    }
    flush();
    channel.close();
    Files.move(partial, target, StandardCopyOption.REPLACE_EXISTING);
    finished = true;
  }

  @Override
  public void close() throws IOException {
    if (!finished) {
      channel.close();
      Files.deleteIfExists(partial);
    }
  }

  /** How many of the wanted elements can be put now: they fit the buffer and the tensor. */
  private int fitting(int wanted) throws IOException {
    if (current >= specs.size()) {
      throw new IllegalArgumentException("more elements than the declared tensors hold");
    }
    if (buffer.remaining() < Long.BYTES) {
      flush();
    }
    int fit = buffer.remaining() / specs.get(current).type().bytes();
    return (int) Math.min(Math.min(wanted, fit), left);
  }

  private void count(int elements) {
    left -= elements;
    if (left == 0) {
      nextTensor();
    }
  }

  private void nextTensor() {
    do {
      current++;
      left = current < specs.size() ? specs.get(current).elements() : 0;
    } while (left == 0 && current < specs.size());
  }

  private void flush() throws IOException {
    buffer.flip();
    writeAll(buffer);
    buffer.clear();
  }

  private void writeAll(ByteBuffer bytes) throws IOException {
    try {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    } catch (IOException e) {
      throw WholeFile.named(target, e);
    }
  }

  private ByteBuffer header(Map<String, String> metadata) throws IOException {
    byte[] json = headerJson(metadata);
    // data start on an eight-byte boundary, as the reference writer does, so that mapping aligns
    byte[] padded = Arrays.copyOf(json, (json.length + 7) / 8 * 8);
    Arrays.fill(padded, json.length, padded.length, (byte) ' ');
    ByteBuffer out = ByteBuffer.allocate(8 + padded.length).order(ByteOrder.LITTLE_ENDIAN);
    return out.putLong(padded.length).put(padded).flip();
  }

  private byte[] headerJson(Map<String, String> metadata) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = new JsonFactory().createGenerator(bytes)) {
      json.writeStartObject();
      if (!metadata.isEmpty()) {
        json.writeObjectFieldStart("__metadata__");
        for (Map.Entry<String, String> pair : metadata.entrySet()) {
          json.writeStringField(pair.getKey(), pair.getValue());
        }
        json.writeEndObject();
      }
      long offset = 0;
      for (TensorSpec spec : specs) {
        long end = offset + spec.byteLength();
        json.writeObjectFieldStart(spec.name());
        json.writeStringField("dtype", spec.type().name());
        json.writeFieldName("shape");
        json.writeArray(spec.shape(), 0, spec.shape().length);
        json.writeFieldName("data_offsets");
        json.writeArray(new long[] {offset, end}, 0, 2);
        json.writeEndObject();
        offset = end;
      }
      json.writeEndObject();
    }
    return bytes.toByteArray();
  }
}
