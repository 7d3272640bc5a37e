package io.qcpruner.model.weights;

import io.qcpruner.checkpoint.config.BackboneConfig;
import io.qcpruner.checkpoint.weights.CheckpointFiles;
import io.qcpruner.checkpoint.weights.LocatedTensor;
import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.checkpoint.weights.WeightsException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bytedeco.pytorch.Tensor;

/**
 * The weights of a checkpoint folder, mapped and shared: nothing is copied or converted, and pages
 * are read from disk when they are first used. Safetensors or PyTorch files, single or sharded, any
 * of the known naming generations. Safe for use by many threads.
 */
public final class Checkpoint implements Weights, AutoCloseable {
  private static final String HEAD = "lm_head.weight";
  private static final String EMBEDDING = "lm.embed_tokens.weight";

  private final CheckpointFiles files;
  private final Map<Path, MappedFile> mapped = new HashMap<>();
  private final Map<String, Tensor> handedOut = new HashMap<>();
  private boolean closed;

  private Checkpoint(CheckpointFiles files) {
    this.files = files;
  }

  public static Checkpoint open(Path folder) throws IOException {
    return open(folder, null);
  }

  /**
   * Reads the configuration and every header, and checks that all tensors are there in the right
   * shape.
   *
   * @param towerFolder the separate vision tower of an original LLaVA checkpoint, or null; a tower
   *     inside the checkpoint is preferred, because it was fine-tuned
   */
  public static Checkpoint open(Path folder, Path towerFolder) throws IOException {
    return new Checkpoint(CheckpointFiles.read(folder, towerFolder));
  }

  /**
   * The name of the vision tower that must be given when this folder is opened, because its weights
   * are elsewhere; empty for checkpoints that hold their tower.
   */
  public static Optional<String> missingTower(Path folder) throws IOException {
    return CheckpointFiles.missingTower(folder);
  }

  public Path folder() {
    return files.folder();
  }

  public BackboneConfig config() {
    return files.config();
  }

  /** Tensors, by the name in their file, that no part of the model uses; they were warned about. */
  public List<String> unknownNames() {
    return files.unknown();
  }

  /** Bytes of all weights by number type, largest first in meaning: what a load would touch. */
  public Map<NumberType, Long> bytesByType() {
    Map<NumberType, Long> bytes = new TreeMap<>();
    files
        .tensors()
        .values()
        .forEach(t -> bytes.merge(t.stored().spec().type(), t.stored().length(), Long::sum));
    return bytes;
  }

  @Override
  public boolean has(String name) {
    return files.tensors().containsKey(stored(name));
  }

  @Override
  public synchronized Tensor get(String name, long... shape) throws WeightsException {
    if (closed) {
      throw new IllegalStateException("the checkpoint " + files.folder() + " is closed");
    }
    String key = stored(name);
    LocatedTensor found = files.tensors().get(key);
    if (found == null) {
      throw new WeightsException(files.folder() + ": missing " + name);
    }
    CheckpointFiles.checkShape(name, found, shape);
    Tensor tensor = handedOut.get(key);
    if (tensor == null) {
      tensor = map(found.file()).tensor(found.stored());
      handedOut.put(key, tensor);
    }
    return tensor;
  }

  /** Gives up the mappings; tensors that someone else still holds stay valid. */
  @Override
  public synchronized void close() {
    closed = true;
    handedOut.values().forEach(Tensor::releaseReference);
    mapped.values().forEach(MappedFile::release);
    handedOut.clear();
    mapped.clear();
  }

  /** A tied head is the embedding table, unless the file stores a head all the same. */
  private String stored(String name) {
    boolean tied =
        name.equals(HEAD)
            && files.config().decoder().tiedHead()
            && !files.tensors().containsKey(HEAD);
    return tied ? EMBEDDING : name;
  }

  private MappedFile map(Path file) throws WeightsException {
    MappedFile known = mapped.get(file);
    if (known == null) {
      known = MappedFile.open(file);
      mapped.put(file, known);
    }
    return known;
  }
}
