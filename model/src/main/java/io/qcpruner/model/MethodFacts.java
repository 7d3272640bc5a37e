package io.qcpruner.model;

import io.qcpruner.checkpoint.synthetic.ModelShape;
import io.qcpruner.core.method.BackboneFacts;
import io.qcpruner.core.method.BackboneFacts.Tower;
import io.qcpruner.model.backbone.BackboneFamilies;
import io.qcpruner.model.backbone.BackboneFamily;
import io.qcpruner.model.backbone.BackboneSpec;
import io.qcpruner.model.internal.prune.Companions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/** What the registry of methods must know of a model and of what was loaded beside it. */
public final class MethodFacts {

  private MethodFacts() {}

  public static BackboneFacts of(BackboneSpec spec, Companions companions) {
    BackboneFacts facts = withTower(spec);
    if (companions.clip().isPresent()) {
      facts = facts.withJointSpace();
    }
    return companions.siglipHead().isPresent() ? facts.withPoolingHead() : facts;
  }

  private static BackboneFacts withTower(BackboneSpec spec) {
    BackboneFacts facts = spec.methodFacts();
    return spec.plainTower()
        .map(vit -> facts.withTower(vit.layers(), vit.layersToRun() - 1))
        .orElse(facts);
  }

  /** The first published size of a family with all that may lie beside it; empty without sizes. */
  static Optional<BackboneFacts> published(BackboneFamily family) {
    return family.shapes().stream().findFirst().map(MethodFacts::complete);
  }

  private static BackboneFacts complete(ModelShape shape) {
    try {
      BackboneFacts facts = withTower(BackboneFamilies.parse(shape.json()));
      facts = facts.tower() == Tower.CLASS_ROW ? facts.withJointSpace() : facts;
      return facts.pooledFrames() ? facts.withPoolingHead() : facts;
    } catch (IOException e) {
      throw new UncheckedIOException(shape.id(), e);
    }
  }
}
