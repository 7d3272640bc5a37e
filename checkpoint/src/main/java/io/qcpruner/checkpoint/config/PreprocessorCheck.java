package io.qcpruner.checkpoint.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Compares a checkpoint's preprocessor_config.json with the preprocessing that its family gets
 * here. The file is not obeyed: pixels are prepared as the evaluation of the family prepares them;
 * but a file that says otherwise is worth a line in the log.
 *
 * @param mean of the pixel values, by channel
 * @param std of the pixel values, by channel
 * @param cropSide side of the square that the tower takes; 0 where the tower takes any size
 * @param sizes other sizes by field name
 */
public record PreprocessorCheck(
    double[] mean, double[] std, int cropSide, Map<String, Integer> sizes) {

  /** One line for each difference. */
  public List<String> differences(ConfigNode node) throws ConfigException {
    List<String> found = new ArrayList<>();
    compare(node, "image_mean", mean, found);
    compare(node, "image_std", std, found);
    if (cropSide > 0 && node.hasObject("crop_size")) {
      int height = node.object("crop_size").integer("height", cropSide);
      if (height != cropSide) {
        found.add("crop_size is %d, the tower takes %d".formatted(height, cropSide));
      }
    }
    for (Map.Entry<String, Integer> size : new TreeMap<>(sizes).entrySet()) {
      int stored = node.integer(size.getKey(), size.getValue());
      if (stored != size.getValue()) {
        found.add("%s is %d, we use %d".formatted(size.getKey(), stored, size.getValue()));
      }
    }
    return found;
  }

  private static void compare(ConfigNode node, String field, double[] ours, List<String> found)
      throws ConfigException {
    double[] stored = node.numbers(field, ours);
    boolean same = stored.length == ours.length;
    for (int i = 0; same && i < ours.length; i++) {
      same = Math.abs(stored[i] - ours[i]) < 1e-6;
    }
    if (!same) {
      found.add("%s is %s, we use another".formatted(field, node.raw(field)));
    }
  }
}
