package io.qcpruner.checkpoint.weights;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;

/**
 * A safetensors file read into Java arrays, widened as needed. Needs the JDK alone; the engine maps
 * the same files without copying instead.
 */
public final class SafetensorsFile implements Closeable {
  private static final int CHUNK_BYTES = 1 << 20;

  private final Path path;
  private final FileChannel channel;
  private final SafetensorsHeader header;

  private SafetensorsFile(Path path, FileChannel channel, SafetensorsHeader header) {
    this.path = path;
    this.channel = channel;
    this.header = header;
  }

  public static SafetensorsFile open(Path path) throws IOException {
    FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
    try {
      return new SafetensorsFile(path, channel, SafetensorsHeader.read(channel, path.toString()));
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  public Path path() {
    return path;
  }

  public SafetensorsHeader header() {
    return header;
  }

  public Map<String, StoredTensor> tensors() {
    return header.tensors();
  }

  public boolean has(String name) {
    return header.tensors().containsKey(name);
  }

  /** The entry of that name; a missing one is reported with the names that exist. */
  public StoredTensor tensor(String name) throws WeightsException {
    StoredTensor tensor = header.tensors().get(name);
    if (tensor == null) {
      throw new WeightsException(
          "%s: no tensor named %s; it holds %s"
              .formatted(path, name, Listing.of(header.tensors().keySet())));
    }
    return tensor;
  }

  /** All elements of a tensor as floats, row-major; integers are converted. */
  public float[] floats(String name) throws IOException {
    StoredTensor tensor = tensor(name);
    float[] out = new float[arrayLength(tensor)];
    NumberType type = tensor.spec().type();
    read(tensor, (bytes, at, count) -> Elements.toFloats(bytes, type, out, at, count));
    return out;
  }

  /** All elements of an integer tensor, row-major. */
  public long[] longs(String name) throws IOException {
    StoredTensor tensor = tensor(name);
    NumberType type = tensor.spec().type();
    if (type.isFloat()) {
      throw new WeightsException(
          "%s: tensor %s holds %s, integers are needed".formatted(path, name, type));
    }
    long[] out = new long[arrayLength(tensor)];
    read(tensor, (bytes, at, count) -> Elements.toLongs(bytes, type, out, at, count));
    return out;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private int arrayLength(StoredTensor tensor) throws WeightsException {
    long elements = tensor.spec().elements();
    if (elements > Integer.MAX_VALUE - 8) {
      throw new WeightsException(
          "%s: tensor %s does not fit in a Java array".formatted(path, tensor.spec()));
    }
    return (int) elements;
  }

  private interface Sink {
    void accept(ByteBuffer bytes, int firstElement, int count);
  }

  private void read(StoredTensor tensor, Sink sink) throws IOException {
    int width = tensor.spec().type().bytes();
    ByteBuffer buffer = ByteBuffer.allocate(CHUNK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    long at = tensor.offset();
    int element = 0;
    while (at < tensor.end()) {
      buffer.clear().limit((int) Math.min(CHUNK_BYTES, tensor.end() - at));
      long start = at;
      while (buffer.hasRemaining()) {
        int got = channel.read(buffer, start + buffer.position());
        if (got < 0) {
          throw new WeightsException(
              "%s: ended at byte %d inside tensor %s"
                  .formatted(path, start + buffer.position(), tensor.spec().name()));
        }
      }
      int count = buffer.flip().limit() / width;
      sink.accept(buffer, element, count);
      element += count;
      at += buffer.limit();
    }
  }
}
