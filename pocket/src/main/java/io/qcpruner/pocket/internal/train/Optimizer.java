package io.qcpruner.pocket.internal.train;

import io.qcpruner.model.nn.Tensors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;

/** Muon for the matrices, Adam for everything else (embeddings, positions, norms, biases). */
final class Optimizer implements AutoCloseable {

  private final Adam adam;
  private final List<Muon> decoder = new ArrayList<>();
  private final List<Muon> tower = new ArrayList<>();

  Optimizer(Parameters parameters) {
    Map<String, Tensor> small = new LinkedHashMap<>();
    Map<String, List<Tensor>> byShape = new LinkedHashMap<>();
    for (Map.Entry<String, Tensor> e : parameters.all().entrySet()) {
      Tensor t = e.getValue();
      boolean table = e.getKey().contains("embed") && !e.getKey().contains("patch_embedding");
      if (table || t.dim() < 2 || t.size(0) == 1) {
        small.put(e.getKey(), t);
      } else {
        // the decoder apart: a stage that trains the tower alone gives it no gradient
        String group = group(e.getKey());
        String shape = group + Arrays.toString(Tensors.shape(t));
        byShape.computeIfAbsent(shape, s -> new ArrayList<>()).add(t);
      }
    }
    this.adam = new Adam(List.copyOf(small.values()));
    byShape.forEach(
        (shape, same) -> (shape.startsWith("lm") ? decoder : tower).add(new Muon(same)));
  }

  /** Parts that a batch may leave without a gradient are updated apart from the others. */
  private static String group(String name) {
    if (name.startsWith("lm.")) {
      return "lm";
    }
    boolean tower = name.startsWith("vision.") || name.startsWith("proj.");
    return tower ? "tower" : "captions";
  }

  /** One update; gradients are cleared. */
  void step(double decoderRate, double towerRate, double otherRate) {
    NoGradGuard off = new NoGradGuard();
    try {
      adam.step(otherRate);
      if (decoderRate > 0) {
        decoder.forEach(m -> m.step(decoderRate));
      }
      tower.forEach(m -> m.step(towerRate));
    } finally {
      off.close();
    }
  }

  @Override
  public void close() {
    adam.close();
    decoder.forEach(Muon::close);
    tower.forEach(Muon::close);
  }
}
