package io.qcpruner.model.weights;

import io.qcpruner.checkpoint.weights.CheckpointFiles;
import io.qcpruner.checkpoint.weights.LocatedTensor;
import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.checkpoint.weights.PackedManifest;
import io.qcpruner.checkpoint.weights.TensorSpec;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.kernels.CodeBits;
import io.qcpruner.kernels.CodeMatrix;
import io.qcpruner.model.nn.PackedParts;
import io.qcpruner.model.nn.ReopenedWeights;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.bytedeco.pytorch.Tensor;

/**
 * The weights of a checkpoint folder, mapped and shared: nothing is copied or converted, and pages
 * are read from disk when they are first used. Safetensors or PyTorch files, single or sharded, any
 * of the known naming generations. Safe for use by many threads.
 */
public final class Checkpoint implements ReopenedWeights {
  private static final String HEAD = "lm_head.weight";
  private static final String EMBEDDING = "lm.embed_tokens.weight";

  private final CheckpointFiles files;
  private final boolean tiedHead;
  private final boolean packed;
  private final boolean readsAhead;
  private final Map<Path, MappedFile> mapped = new HashMap<>();
  private final List<FileStamp> stamps = new CopyOnWriteArrayList<>();
  private final Map<String, Tensor> handedOut = new HashMap<>();
  private final ReadAhead readAhead = new ReadAhead();
  private boolean closed;

  /**
   * @param files indexed and checked
   * @param tiedHead whether the output head shares the embedding table
   * @param packed whether the matrices of linear maps are packed
   */
  public Checkpoint(CheckpointFiles files, boolean tiedHead, boolean packed) {
    this(files, tiedHead, packed, true);
  }

  private Checkpoint(CheckpointFiles files, boolean tiedHead, boolean packed, boolean readsAhead) {
    this.files = files;
    this.tiedHead = tiedHead;
    this.packed = packed;
    this.readsAhead = readsAhead;
  }

  public Path folder() {
    return files.folder();
  }

  @Override
  public boolean has(String name) {
    return files.tensors().containsKey(stored(name));
  }

  @Override
  public Tensor get(String name, long... shape) throws WeightsException {
    String key = stored(name);
    LocatedTensor found = located(key);
    CheckpointFiles.checkShape(name, found, shape);
    return tensor(key, found);
  }

  @Override
  public boolean isPacked() {
    return packed;
  }

  @Override
  public Optional<PackedParts> packed(String name, long... shape) throws WeightsException {
    if (!packed || !files.isPacked(name)) {
      return Optional.empty();
    }
    LocatedTensor codes = located(name);
    int outputs = Math.toIntExact(shape[0]);
    int inputs = Math.toIntExact(shape[1]);
    LocatedTensor factors = located(name + PackedManifest.FACTOR);
    boolean four = codes.stored().spec().type() == NumberType.U8;
    CodeBits bits = four ? CodeBits.FOUR : CodeBits.EIGHT;
    check(codes, four ? NumberType.U8 : NumberType.I8, CodeMatrix.codeBytes(bits, outputs, inputs));
    check(factors, NumberType.F32, CodeMatrix.paddedOutputs(outputs));
    return Optional.of(
        new PackedParts(
            bits,
            tensor(name, codes),
            scales(name, CodeMatrix.scaleBytes(bits, outputs, inputs)),
            tensor(name + PackedManifest.FACTOR, factors)));
  }

  private Optional<Tensor> scales(String matrix, long bytes) throws WeightsException {
    if (bytes == 0) {
      return Optional.empty();
    }
    String name = matrix + PackedManifest.SCALE;
    LocatedTensor found = located(name);
    check(found, NumberType.U8, bytes);
    return Optional.of(tensor(name, found));
  }

  private static void check(LocatedTensor found, NumberType type, long... shape)
      throws WeightsException {
    TensorSpec wanted = new TensorSpec(found.stored().spec().name(), type, shape);
    if (!found.stored().spec().equals(wanted)) {
      throw new WeightsException(
          "%s: %s, the configuration asks for %s"
              .formatted(found.file(), found.stored().spec(), wanted));
    }
  }

  private LocatedTensor located(String key) throws WeightsException {
    LocatedTensor found = files.tensors().get(key);
    if (found == null) {
      throw new WeightsException(files.folder() + ": missing " + key);
    }
    return found;
  }

  private synchronized Tensor tensor(String key, LocatedTensor found) throws WeightsException {
    if (closed) {
      throw new IllegalStateException("the checkpoint " + files.folder() + " is closed");
    }
    Tensor tensor = handedOut.get(key);
    if (tensor == null) {
      tensor = map(found.file()).tensor(found.stored());
      handedOut.put(key, tensor);
    }
    return tensor;
  }

  /**
   * Fails when a mapped file was cut, written to or replaced since it was mapped. A read of pages
   * that are gone would end the process, so requests ask this first.
   */
  public void requireUnchanged() throws WeightsException {
    for (FileStamp stamp : stamps) {
      stamp.requireUnchanged();
    }
  }

  /** Mappings of their own, so that pages which were read do not stay resident. */
  @Override
  public ReopenedWeights reopened() {
    return new Checkpoint(files, tiedHead, packed, false);
  }

  /** Gives up the mappings; tensors that someone else still holds stay valid. */
  @Override
  public synchronized void close() {
    closed = true;
    readAhead.close();
    handedOut.values().forEach(Tensor::releaseReference);
    mapped.values().forEach(MappedFile::release);
    handedOut.clear();
    mapped.clear();
  }

  /** A tied head is the embedding table, unless the file stores a head all the same. */
  private String stored(String name) {
    boolean tied = name.equals(HEAD) && tiedHead && !files.tensors().containsKey(HEAD);
    return tied ? EMBEDDING : name;
  }

  private MappedFile map(Path file) throws WeightsException {
    MappedFile known = mapped.get(file);
    if (known == null) {
      // the stamp first: a change between the two is then noticed
      try {
        stamps.add(FileStamp.of(file));
      } catch (IOException e) {
        throw new WeightsException(file + ": can't be read", e);
      }
      known = MappedFile.open(file);
      mapped.put(file, known);
      if (readsAhead) {
        readAhead.start(file, sizeOf(file));
      }
    }
    return known;
  }

  private static long sizeOf(Path file) throws WeightsException {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new WeightsException(file + ": can't be read", e);
    }
  }
}
