package io.qcpruner.model;

import io.qcpruner.core.method.Backbone;
import io.qcpruner.model.backbone.BackboneSpec;
import io.qcpruner.model.prune.Companions;

/** What the registry of methods must know of a model. */
public final class MethodFacts {

  private MethodFacts() {}

  public static Backbone of(BackboneSpec spec, Companions companions) {
    return new Backbone(
        spec.methodKind(),
        spec.config().decoder().layers(),
        spec.nominalPatches(),
        companions.clip().isPresent(),
        companions.siglipHead().isPresent());
  }
}
