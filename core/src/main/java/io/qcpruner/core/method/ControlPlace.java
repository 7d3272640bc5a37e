package io.qcpruner.core.method;

import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.core.prune.Setting;
import io.qcpruner.core.prune.Settings;
import io.qcpruner.core.prune.Stage;
import java.util.OptionalInt;

/**
 * Where a control drops tokens, so that chance is known at every depth.
 *
 * @param layer zero-based decoder layer after which tokens go; empty for before the decoder
 */
public record ControlPlace(OptionalInt layer) {

  public static final ControlPlace BEFORE_DECODER = new ControlPlace(OptionalInt.empty());

  static final Setting<Integer> LAYER =
      Setting.natural("layer", "zero-based decoder layer after which tokens go")
          .withDefaultText("before the decoder");

  public ControlPlace {
    layer.ifPresent(Checks::layer);
  }

  public static ControlPlace afterLayer(int layer) {
    return new ControlPlace(OptionalInt.of(layer));
  }

  static ControlPlace of(Settings set) {
    return set.has(LAYER) ? afterLayer(set.get(LAYER, 0)) : BEFORE_DECODER;
  }

  Stage stage() {
    return layer.isPresent() ? new Stage.AfterLayer(layer.getAsInt()) : new Stage.BeforeDecoder();
  }

  /** Positions as other methods of that stage have them. */
  PositionPolicy positions() {
    return layer.isPresent() ? PositionPolicy.KEEP : PositionPolicy.COMPACT;
  }

  Settings settings() {
    return layer.isPresent() ? Settings.NONE.with(LAYER, layer.getAsInt()) : Settings.NONE;
  }
}
