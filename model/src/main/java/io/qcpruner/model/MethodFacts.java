package io.qcpruner.model;

import io.qcpruner.core.method.BackboneFacts;
import io.qcpruner.model.backbone.BackboneSpec;
import io.qcpruner.model.prune.Companions;

/** What the registry of methods must know of a model and of what was loaded beside it. */
public final class MethodFacts {

  private MethodFacts() {}

  public static BackboneFacts of(BackboneSpec spec, Companions companions) {
    BackboneFacts facts = spec.methodFacts();
    if (companions.clip().isPresent()) {
      facts = facts.withJointSpace();
    }
    return companions.siglipHead().isPresent() ? facts.withPoolingHead() : facts;
  }
}
