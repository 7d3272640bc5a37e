package io.qcpruner.checkpoint.weights;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A PyTorch weight file: a ZIP of uncompressed entries, one pickle that describes the tensors and
 * one entry for each storage.
 */
final class TorchZip {
  private static final long MAX_PICKLE_BYTES = 64 << 20;

  private final Path path;
  private final FileChannel file;
  private final Map<String, StoredZip.Range> entries;
  private final String root;

  private TorchZip(Path path, FileChannel file) throws IOException {
    this.path = path;
    this.file = file;
    this.entries = StoredZip.read(file, path.toString());
    this.root =
        entries.keySet().stream()
            .filter(name -> name.endsWith("/data.pkl") || name.equals("data.pkl"))
            .sorted()
            .findFirst()
            .map(name -> name.substring(0, name.length() - "data.pkl".length()))
            .orElseThrow(() -> new WeightsException(path + ": no data.pkl inside"));
  }

  /** The tensors of the state dictionary, by name, as positions in the file. */
  static Map<String, StoredTensor> read(Path path) throws IOException {
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
      return new TorchZip(path, file).tensors();
    }
  }

  private Map<String, StoredTensor> tensors() throws IOException {
    StoredZip.Range order = entries.get(root + "byteorder");
    if (order != null && !new String(bytes(order), StandardCharsets.UTF_8).equals("little")) {
      throw new WeightsException(path + ": written on a big-endian machine");
    }
    Map<String, StoredTensor> found = new LinkedHashMap<>();
    Map<?, ?> dictionary =
        PickleReader.read(bytes(entries.get(root + "data.pkl")), path.toString());
    for (Map.Entry<?, ?> entry : dictionary.entrySet()) {
      if (entry.getKey() instanceof String name && entry.getValue() instanceof Pickle.Tensor t) {
        found.put(name, locate(name, t));
      } else {
        throw new WeightsException(path + ": " + entry.getKey() + " is not a tensor");
      }
    }
    return found;
  }

  private StoredTensor locate(String name, Pickle.Tensor tensor) throws WeightsException {
    Pickle.Storage storage = tensor.storage();
    StoredZip.Range range = entries.get(root + "data/" + storage.key());
    if (range == null) {
      throw new WeightsException(
          "%s: %s lies in entry data/%s, which is missing".formatted(path, name, storage.key()));
    }
    if (!tensor.isContiguous()) {
      throw new WeightsException(
          "%s: %s has strides %s; only row-major tensors are supported"
              .formatted(path, name, tensor.strides()));
    }
    long[] shape = tensor.shape().stream().mapToLong(Long::longValue).toArray();
    TensorSpec spec = new TensorSpec(name, storage.type(), shape);
    try {
      long begin = Math.multiplyExact(tensor.offset(), storage.type().bytes());
      if (Math.addExact(begin, spec.byteLength()) <= range.length()) {
        return new StoredTensor(spec, range.offset() + begin);
      }
    } catch (ArithmeticException e) {
      throw new WeightsException("%s: tensor %s is impossibly large".formatted(path, spec), e);
    }
    throw new WeightsException(
        "%s: tensor %s at element %d reaches past its storage of %d bytes"
            .formatted(path, spec, tensor.offset(), range.length()));
  }

  private byte[] bytes(StoredZip.Range range) throws IOException {
    if (range.length() > MAX_PICKLE_BYTES) {
      throw new WeightsException(path + ": pickle of " + range.length() + " bytes is too large");
    }
    ByteBuffer buffer = ByteBuffer.allocate((int) range.length());
    while (buffer.hasRemaining()) {
      if (file.read(buffer, range.offset() + buffer.position()) < 0) {
        throw new WeightsException(path + ": ended inside an entry");
      }
    }
    return buffer.array();
  }
}
