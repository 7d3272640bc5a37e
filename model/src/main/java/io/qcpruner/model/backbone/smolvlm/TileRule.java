package io.qcpruner.model.backbone.smolvlm;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.ConfigNode;
import java.util.Optional;

/**
 * How pictures are cut: what the preprocessor file says, or what published files say.
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
  static TileRule read(Optional<ConfigNode> file, int side) throws ConfigException {
    int published = TILES * side;
    if (file.isEmpty()) {
      return new TileRule(published, true, published);
    }
    ConfigNode node = file.get();
    ConfigNode tile = node.object("max_image_size");
    if (tile.size(EDGE, side) != side) {
      throw tile.wrong(EDGE, "the tower's image_size " + side);
    }
    for (String step : new String[] {"do_resize", "do_rescale", "do_normalize"}) {
      if (!node.flag(step, true)) {
        throw node.wrong(step, "true");
      }
    }
    ConfigNode size = node.object("size");
    ConfigNode clips = node.object("video_sampling").object("video_size");
    int edge = size.size(EDGE, published);
    // a size in the file wins over that of the clips, as in transformers
    int clipEdge = size.has(EDGE) ? edge : clips.size(EDGE, published);
    return new TileRule(edge, node.flag("do_image_splitting", true), clipEdge);
  }
}
