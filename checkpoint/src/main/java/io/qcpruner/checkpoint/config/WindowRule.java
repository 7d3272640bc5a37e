package io.qcpruner.checkpoint.config;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which layers of a decoder type see only the last rows.
 *
 * @param always whether a file that says nothing has windows
 * @param firstLayer first layer with a window where a switch turns them on; negative without one
 */
record WindowRule(boolean always, int firstLayer) {
  static final WindowRule NONE = new WindowRule(false, -1);
  static final WindowRule EVERY_LAYER = new WindowRule(true, -1);

  /** Rows of a window whose size the file leaves out. */
  private static final int DEFAULT_WINDOW = 4096;

  private static final String FULL = "full_attention";
  private static final String SLIDING = "sliding_attention";

  /** Windows from a layer on, once {@code use_sliding_window} is set. */
  static WindowRule switchedFrom(int layer) {
    return new WindowRule(false, layer);
  }

  boolean isSwitched() {
    return firstLayer >= 0;
  }

  /** The windows of all layers; empty if every layer sees everything. */
  List<Integer> read(ConfigNode text, int layers) throws ConfigException {
    if (always) {
      // a file that says null has no window, one that says nothing has the default
      boolean none = text.names().contains("sliding_window") && !text.has("sliding_window");
      return none
          ? none(text, layers)
          : Collections.nCopies(layers, text.size("sliding_window", DEFAULT_WINDOW));
    }
    if (!isSwitched() || !text.flag("use_sliding_window", false)) {
      return none(text, layers);
    }
    int window = text.size("sliding_window", DEFAULT_WINDOW);
    if (text.has("layer_types")) {
      return layerTypes(text, layers).stream().map(t -> t.equals(SLIDING) ? window : 0).toList();
    }
    int first = text.integer("max_window_layers", firstLayer);
    return IntStream.range(0, layers).mapToObj(i -> i >= first ? window : 0).toList();
  }

  private static List<String> layerTypes(ConfigNode text, int layers) throws ConfigException {
    List<String> types = text.texts("layer_types");
    boolean known = types.stream().allMatch(t -> t.equals(SLIDING) || t.equals(FULL));
    if (!known || types.size() != layers) {
      throw text.wrong("layer_types", layers + " times " + FULL + " or " + SLIDING);
    }
    return types;
  }

  /** Without windows the layers may still be listed. */
  private static List<Integer> none(ConfigNode text, int layers) throws ConfigException {
    if (text.has("layer_types") && layerTypes(text, layers).contains(SLIDING)) {
      throw text.wrong("layer_types", FULL + " without a sliding window");
    }
    return List.of();
  }
}
