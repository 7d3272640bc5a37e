package io.qcpruner.model.backbone.llava;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.ConfigNode;
import io.qcpruner.checkpoint.config.VitConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** AnyRes canvas sizes: a JSON list of pairs, or a text holding a Python list of pairs. */
public final class Pinpoints {
  private static final Pattern PAIR =
      Pattern.compile("[(\\[]\\s*(\\d{1,7})\\s*,\\s*(\\d{1,7})\\s*,?\\s*[)\\]]");
  private static final Pattern LIST =
      Pattern.compile("[(\\[]\\s*(" + PAIR.pattern() + "\\s*,?\\s*)+[)\\]]");

  // real lists have at most a few dozen pairs; the bound also keeps the pattern cheap
  private static final int MAX_CHARACTERS = 2000;

  /** What LLaVA-NeXT files that leave the list out mean; both readings of a pair give this set. */
  private static final int[][] NEXT = {
    {336, 672}, {672, 336}, {672, 672}, {1008, 336}, {336, 1008}
  };

  private Pinpoints() {}

  /** The pairs in file order, each as written; the published ones if the field is absent. */
  public static int[][] read(ConfigNode config, String field) throws ConfigException {
    String text = config.raw(field);
    if (text == null) {
      return NEXT;
    }
    if (text.length() > MAX_CHARACTERS || !LIST.matcher(text.strip()).matches()) {
      throw config.wrong(field, "a list of pairs");
    }
    List<int[]> pairs = new ArrayList<>();
    for (Matcher m = PAIR.matcher(text); m.find(); ) {
      pairs.add(new int[] {Integer.parseInt(m.group(1)), Integer.parseInt(m.group(2))});
    }
    return pairs.toArray(int[][]::new);
  }

  /** Refuses canvases that are not made of whole tiles. */
  public static void requireTiles(ConfigNode config, String field, int[][] canvases, VitConfig vit)
      throws ConfigException {
    for (int[] canvas : canvases) {
      for (int side : canvas) {
        if (side < vit.imageSize() || side % vit.imageSize() != 0) {
          throw config.wrong(field, "multiples of the tower's image_size " + vit.imageSize());
        }
      }
    }
  }
}
