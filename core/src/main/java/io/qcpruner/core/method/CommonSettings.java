package io.qcpruner.core.method;

import io.qcpruner.core.prune.Setting;

/** Settings that several methods declare. */
public final class CommonSettings {

  public static final Setting<Integer> LAYER =
      Setting.natural("layer", "zero-based decoder layer after which tokens go")
          .withDefaultText("the model's");
  public static final Setting<Boolean> PRUNE_NEWLINES =
      Setting.flag("prune-newlines", "count newlines as candidates").withDefault(false);
  public static final Setting<Boolean> TRIM_CACHES =
      Setting.flag("trim-caches", "cut earlier layers' caches to what is left in the end")
          .withDefault(true);

  private CommonSettings() {}
}
