package io.qcpruner.model.weights;

import io.qcpruner.checkpoint.weights.CanonicalNames;
import io.qcpruner.checkpoint.weights.CheckpointFiles;
import io.qcpruner.checkpoint.weights.LocatedTensor;
import io.qcpruner.checkpoint.weights.TensorIndex;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.nn.Weights;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;

/**
 * A stand-alone CLIP or SigLIP folder, for the parts that multimodal checkpoints leave out: text
 * tower, projections, pooling head. The vision half is {@code vision.*}; everything else keeps the
 * name of its file.
 */
public final class CompanionWeights implements Weights, AutoCloseable {
  private final Path folder;
  private final Map<String, LocatedTensor> tensors;
  private final Map<Path, MappedFile> mapped = new HashMap<>();
  private final Map<String, Tensor> handedOut = new HashMap<>();

  private CompanionWeights(Path folder, Map<String, LocatedTensor> tensors) {
    this.folder = folder;
    this.tensors = tensors;
  }

  public static CompanionWeights open(Path folder) throws IOException {
    Map<String, LocatedTensor> tensors = new LinkedHashMap<>();
    TensorIndex.read(folder)
        .forEach(
            (name, located) -> {
              String vision = CanonicalNames.ofTower(name);
              tensors.put(vision == null ? name : vision, located);
            });
    return new CompanionWeights(folder, tensors);
  }

  @Override
  public boolean has(String name) {
    return tensors.containsKey(name);
  }

  @Override
  public synchronized Tensor get(String name, long... shape) throws WeightsException {
    LocatedTensor found = tensors.get(name);
    if (found == null) {
      throw new WeightsException(folder + ": missing " + name);
    }
    CheckpointFiles.checkShape(name, found, shape);
    Tensor tensor = handedOut.get(name);
    if (tensor == null) {
      MappedFile file = mapped.get(found.file());
      if (file == null) {
        file = MappedFile.open(found.file());
        mapped.put(found.file(), file);
      }
      tensor = file.tensor(found.stored());
      handedOut.put(name, tensor);
    }
    return tensor;
  }

  @Override
  public synchronized void close() {
    handedOut.values().forEach(Tensor::releaseReference);
    mapped.values().forEach(MappedFile::release);
    handedOut.clear();
    mapped.clear();
  }
}
