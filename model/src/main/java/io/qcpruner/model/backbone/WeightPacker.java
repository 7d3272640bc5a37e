package io.qcpruner.model.backbone;

import io.qcpruner.checkpoint.weights.LocatedTensor;
import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.checkpoint.weights.PackedManifest;
import io.qcpruner.checkpoint.weights.SafetensorsWriter;
import io.qcpruner.checkpoint.weights.TensorSpec;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.kernels.CodeBits;
import io.qcpruner.kernels.CodeMatrix;
import io.qcpruner.model.nn.NativeBytes;
import io.qcpruner.model.nn.PackedParts;
import io.qcpruner.model.nn.ReopenedWeights;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.WeightKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Tensor;

/**
 * Writes a checkpoint whose matrices are packed already, in a form that is mapped: every other
 * tensor and file is copied as it is. The new folder needs no other one.
 */
public final class WeightPacker {
  private static final String CONFIG = "config.json";
  private static final String HEAD = "lm_head.weight";
  private static final String EMBEDDING = "lm.embed_tokens.weight";
  private static final int CHUNK_BYTES = 16 << 20;

  private final BackboneCheckpoint source;
  private final Path folder;
  private final WeightKind kind;
  private final Progress progress;
  private long done;

  /** How far packing has come, in bytes of the new weight file. */
  @FunctionalInterface
  public interface Progress {
    void bytes(long done, long total);
  }

  /** A tensor of the new file, or those of a packed matrix. */
  private record Item(String name, Optional<WeightKind> packed, LocatedTensor from) {
    long[] shape() {
      return from.stored().spec().shape();
    }

    NumberType type() {
      return from.stored().spec().type();
    }

    /** Tensors that are read in larger units come first, so that each begins at a multiple. */
    int rank() {
      if (packed.isPresent()) {
        return packed.get() == WeightKind.HALF ? 2 : 0; // parts of codes are full vectors
      }
      return type().bytes() >= Float.BYTES ? 1 : type().bytes() == 2 ? 2 : 4;
    }

    List<TensorSpec> specs() {
      if (packed.isEmpty()) {
        return List.of(new TensorSpec(name, type(), shape()));
      }
      return switch (packed.get()) {
        case STORED -> throw new IllegalStateException("not packed: " + name);
        case HALF -> List.of(new TensorSpec(name, NumberType.F16, shape()));
        case INT8 -> codes(CodeBits.EIGHT, NumberType.I8);
        case INT4 -> codes(CodeBits.FOUR, NumberType.U8);
      };
    }

    private List<TensorSpec> codes(CodeBits bits, NumberType type) {
      int outputs = Math.toIntExact(shape()[0]);
      int inputs = Math.toIntExact(shape()[1]);
      long codes = CodeMatrix.codeBytes(bits, outputs, inputs);
      long scales = CodeMatrix.scaleBytes(bits, outputs, inputs);
      List<TensorSpec> parts = new ArrayList<>();
      parts.add(new TensorSpec(name, type, codes));
      if (scales > 0) {
        parts.add(new TensorSpec(name + PackedManifest.SCALE, NumberType.U8, scales));
      }
      parts.add(
          new TensorSpec(
              name + PackedManifest.FACTOR, NumberType.F32, CodeMatrix.paddedOutputs(outputs)));
      return parts;
    }
  }

  private WeightPacker(BackboneCheckpoint source, Path folder, WeightKind kind, Progress progress) {
    this.source = source;
    this.folder = folder;
    this.kind = kind;
    this.progress = progress;
  }

  /**
   * Packs a checkpoint.
   *
   * @param tower folder of a vision tower that the checkpoint lacks, or null; becomes part of the
   *     new folder
   * @param out an empty folder; the manifest is written last
   */
  public static PackedManifest pack(
      Path checkpoint, Path tower, WeightKind kind, Path out, Progress progress)
      throws IOException {
    if (kind == WeightKind.STORED) {
      throw new IllegalArgumentException("weights are packed as half, int8 or int4");
    }
    try (BackboneCheckpoint source = BackboneCheckpoint.open(checkpoint, tower)) {
      if (source.packed().isPresent()) {
        throw new WeightsException(
            "%s is packed already, as %s".formatted(checkpoint, source.packed().get().weights()));
      }
      PackedManifest written = new WeightPacker(source, out, kind, progress).write();
      if (tower != null) {
        Path kept = Files.createDirectory(out.resolve(PackedManifest.TOWER));
        Files.copy(tower.resolve(CONFIG), kept.resolve(CONFIG));
      }
      written.write(out);
      return written;
    }
  }

  private PackedManifest write() throws IOException {
    Path checkpoint = source.files().folder();
    List<Item> items = items();
    writeWeights(items);
    copyFiles(checkpoint, folder);
    Set<Path> digested = new TreeSet<>();
    digested.add(checkpoint.resolve(CONFIG));
    source.files().tensors().values().forEach(t -> digested.add(t.file()));
    PackedManifest manifest =
        PackedManifest.of(folder, kind.text(), PackedManifest.sha256(digested));
    source.requireUnchanged();
    return manifest;
  }

  private List<Item> items() throws WeightsException {
    Set<String> matrices = new HashSet<>(source.matrices());
    boolean tied = !source.files().tensors().containsKey(HEAD);
    List<Item> items = new ArrayList<>();
    source
        .files()
        .tensors()
        .forEach(
            (name, from) -> {
              boolean table = name.equals(EMBEDDING);
              boolean packed = matrices.contains(name) && !table;
              items.add(
                  new Item(name, packed ? Optional.of(kind.of(name)) : Optional.empty(), from));
              if (table && tied) { // its rows are looked up as they are, the head is packed
                items.add(new Item(HEAD, Optional.of(kind.of(HEAD)), from));
              }
            });
    items.sort(Comparator.comparingInt(Item::rank).thenComparing(Item::name));
    return items;
  }

  private void writeWeights(List<Item> items) throws IOException {
    List<TensorSpec> specs = items.stream().flatMap(i -> i.specs().stream()).toList();
    long total = specs.stream().mapToLong(TensorSpec::byteLength).sum();
    try (SafetensorsWriter writer =
        new SafetensorsWriter(folder.resolve(PackedManifest.WEIGHTS), specs)) {
      for (Item item : items) {
        if (item.packed().isPresent()) {
          writePacked(item, item.packed().get(), writer);
        } else {
          copy(item.from(), writer);
        }
        done += item.specs().stream().mapToLong(TensorSpec::byteLength).sum();
        progress.bytes(done, total);
      }
      writer.finish();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Reads through a mapping of its own, so that what was read does not stay in memory. */
  private void writePacked(Item item, WeightKind as, SafetensorsWriter writer)
      throws WeightsException {
    String name = item.name().equals(HEAD) ? sourceOfHead() : item.name();
    try (ReopenedWeights weights = source.weights().reopened()) {
      Tensor matrix = weights.get(name, item.shape());
      Scopes.run(
          () -> {
            if (as == WeightKind.HALF) {
              put(PackedParts.half(matrix), writer);
              return;
            }
            CodeBits bits = as == WeightKind.INT8 ? CodeBits.EIGHT : CodeBits.FOUR;
            PackedParts parts = PackedParts.rounded(bits, matrix);
            put(parts.codes(), writer);
            parts.scales().ifPresent(scales -> put(scales, writer));
            put(parts.factors(), writer);
          });
    } catch (IllegalArgumentException e) {
      throw new WeightsException("tensor " + name + ": " + e.getMessage(), e);
    }
  }

  private String sourceOfHead() {
    return source.files().tensors().containsKey(HEAD) ? HEAD : EMBEDDING;
  }

  private static void put(Tensor tensor, SafetensorsWriter writer) {
    Tensor whole = tensor.contiguous();
    try {
      for (long at = 0; at < whole.nbytes(); at += CHUNK_BYTES) {
        long count = Math.min(CHUNK_BYTES, whole.nbytes() - at);
        writer.bytes(NativeBytes.of(whole, at, count));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void copy(LocatedTensor from, SafetensorsWriter writer) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(CHUNK_BYTES);
    try (FileChannel channel = FileChannel.open(from.file(), StandardOpenOption.READ)) {
      long end = from.stored().end();
      for (long at = from.stored().offset(); at < end; ) {
        buffer.clear().limit((int) Math.min(CHUNK_BYTES, end - at));
        while (buffer.hasRemaining()) {
          int count = channel.read(buffer, at);
          if (count < 0) {
            throw new WeightsException(from.file() + " was cut while it was read");
          }
          at += count;
        }
        writer.bytes(buffer.flip());
      }
    }
  }

  /** Configuration, tokenizer and whatever else is not a weight file, with sub-folders. */
  private static void copyFiles(Path from, Path to) throws IOException {
    try (Stream<Path> found = Files.list(from)) {
      for (Path path : found.sorted().toList()) {
        String name = path.getFileName().toString();
        if (name.equals("clip") && Files.isDirectory(path)) {
          copyAll(path, to.resolve(name));
        } else if (Files.isRegularFile(path) && !isWeights(name)) {
          Files.copy(path, to.resolve(name));
        }
      }
    }
  }

  private static void copyAll(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> found = Files.list(from)) {
      for (Path path : found.filter(Files::isRegularFile).sorted().toList()) {
        Files.copy(path, to.resolve(path.getFileName().toString()));
      }
    }
  }

  private static boolean isWeights(String name) {
    return name.endsWith(".safetensors")
        || name.endsWith(".bin")
        || name.endsWith(".pt")
        || name.endsWith(".pth")
        || name.endsWith(".gguf")
        || name.endsWith(".part")
        || name.endsWith(".index.json");
  }
}
