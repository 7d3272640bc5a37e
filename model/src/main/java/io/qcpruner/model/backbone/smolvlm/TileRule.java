package io.qcpruner.model.backbone.smolvlm;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.ConfigFiles;
import io.qcpruner.checkpoint.config.ConfigNode;

/**
 * How pictures are cut and frames made square: what the preprocessor files say, or what published
 * files say.
 *
 * @param longestEdge longer side of a picture before it is cut
 * @param splits whether pictures are cut into tiles
 * @param clipEdge longer side of a frame before it is made square
 */
record TileRule(int longestEdge, boolean splits, int clipEdge) {
  /** Published files make the longer side four tiles long. */
  private static final int TILES = 4;

  private static final String EDGE = "longest_edge";

  /**
   * @param side of the views that the tower takes
   */
  static TileRule read(ConfigFiles files, int side) throws ConfigException {
    int published = TILES * side;
    int clipEdge = published;
    if (files.clips().isPresent()) {
      ConfigNode node = files.clips().get();
      requireUsual(node, side);
      ConfigNode size = node.object("size");
      ConfigNode sampled = node.object("video_sampling").object("video_size");
      // a size in the file wins over that of the sampling, as in transformers
      clipEdge = size.has(EDGE) ? size.size(EDGE, published) : sampled.size(EDGE, published);
    }
    if (files.preprocessor().isEmpty()) {
      return new TileRule(published, true, clipEdge);
    }
    ConfigNode node = files.preprocessor().get();
    requireUsual(node, side);
    int edge = node.object("size").size(EDGE, published);
    return new TileRule(edge, node.flag("do_image_splitting", true), clipEdge);
  }

  private static void requireUsual(ConfigNode node, int side) throws ConfigException {
    ConfigNode tile = node.object("max_image_size");
    if (tile.size(EDGE, side) != side) {
      throw tile.wrong(EDGE, "the tower's image_size " + side);
    }
    for (String step : new String[] {"do_resize", "do_rescale", "do_normalize"}) {
      if (!node.flag(step, true)) {
        throw node.wrong(step, "true");
      }
    }
  }
}
