package io.qcpruner.model.trace;

import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.model.decoder.Boundary;
import io.qcpruner.model.decoder.BoundaryHook;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/** Copies the chosen boundaries; changes nothing. Runs before a pruning hook at the same place. */
final class LayerRecorder implements BoundaryHook {
  private final Set<Integer> layers;
  private final OptionalInt affinityLayer;
  private final TraceFile file;
  private final Placement placement;

  /**
   * @param affinityLayer where a method looks at the candidates; -1 before the decoder
   */
  LayerRecorder(
      Set<Integer> layers, OptionalInt affinityLayer, TraceFile file, Placement placement) {
    this.placement = placement;
    this.layers = layers;
    this.affinityLayer = affinityLayer;
    this.file = file;
  }

  @Override
  public boolean wants(int layer) {
    return layers.contains(layer) || isAffinityLayer(layer);
  }

  @Override
  public boolean wantsQueryKey(int layer) {
    return layers.contains(layer);
  }

  @Override
  public Optional<PrunePlan> visit(Boundary boundary) {
    int l = boundary.layer();
    if (layers.contains(l)) {
      file.floats("hidden." + l, boundary.hidden());
      file.floats("q." + l, boundary.queries());
      file.floats("k." + l, boundary.keys());
    }
    if (isAffinityLayer(l)) {
      file.floats("affinity", cosine(boundary));
    }
    return Optional.empty();
  }

  private boolean isAffinityLayer(int layer) {
    return affinityLayer.isPresent() && affinityLayer.getAsInt() == layer;
  }

  /** [N, N] cosine between the candidates' states. */
  private Tensor cosine(Boundary boundary) {
    return Scopes.keep(
        () -> {
          Tensor rows =
              boundary
                  .hidden()
                  .index_select(0, Tensors.ofIndices(boundary.layout().candidates(), placement));
          Tensor norms =
              rows.mul(rows).sum(new long[] {1}).sqrt().clamp_min(new Scalar(1e-12)).unsqueeze(1);
          Tensor unit = rows.div(norms);
          return unit.matmul(unit.transpose(0, 1));
        });
  }
}
