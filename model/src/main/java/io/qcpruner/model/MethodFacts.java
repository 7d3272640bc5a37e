package io.qcpruner.model;

import io.qcpruner.core.method.BackboneFacts;
import io.qcpruner.model.backbone.BackboneSpec;
import io.qcpruner.model.internal.prune.Companions;

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
}
