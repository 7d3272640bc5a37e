package io.qcpruner.cli;

import io.qcpruner.checkpoint.synthetic.ModelShape;
import io.qcpruner.eval.cost.CostSetting;
import io.qcpruner.eval.cost.PrefillFlops;
import io.qcpruner.model.backbone.BackboneFamilies;
import io.qcpruner.model.backbone.BackboneSpec;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Costs of the published sizes of all families, by the name of the shape. */
final class ShapeCost {
  /** The paper's budgets for LLaVA-1.5 are these parts of its 576 tokens. */
  private static final List<Double> PARTS = List.of(128 / 576.0, 64 / 576.0, 32 / 576.0);

  private ShapeCost() {}

  /** All names. */
  static List<String> names() {
    return BackboneFamilies.shapes().stream().map(ModelShape::id).toList();
  }

  /** The usual prompt of a shape; empty if no shape is called so. */
  static Optional<CostSetting> named(String name) throws IOException {
    for (ModelShape shape : BackboneFamilies.shapes()) {
      if (shape.id().equals(name)) {
        return Optional.of(of(shape));
      }
    }
    return Optional.empty();
  }

  private static CostSetting of(ModelShape shape) throws IOException {
    BackboneSpec spec = BackboneFamilies.parse(shape.json());
    int patches = spec.nominalPatches();
    return new CostSetting(
        shape.id(),
        shape.id(),
        PrefillFlops.of(spec.config().decoder()),
        patches,
        0,
        Math.max(0, shape.promptRows() - patches),
        spec.methodFacts().hookLayer(),
        PARTS.stream().map(part -> (int) Math.max(1, Math.round(part * patches))).toList());
  }
}
