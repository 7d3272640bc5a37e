package io.qcpruner.checkpoint.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Compares a checkpoint's preprocessor_config.json with the preprocessing that its family gets
 * here. The file is not obeyed: pixels are prepared as the evaluation of the family prepares them;
 * but a file that says otherwise is worth a line in the log.
 */
public final class PreprocessorCheck {
  private static final System.Logger LOG = System.getLogger(PreprocessorCheck.class.getName());
  private static final double[] CLIP_MEAN = {0.48145466, 0.4578275, 0.40821073};
  private static final double[] CLIP_STD = {0.26862954, 0.26130258, 0.27577711};
  private static final double[] HALF = {0.5, 0.5, 0.5};

  private PreprocessorCheck() {}

  /** Logs and returns what differs, one line each; nothing if there is no such file. */
  public static List<String> differences(Path folder, BackboneConfig config) throws IOException {
    Path file = folder.resolve("preprocessor_config.json");
    List<String> found = new ArrayList<>();
    if (!Files.isRegularFile(file)) {
      return found;
    }
    ConfigNode node = ConfigNode.read(file);
    boolean siglip =
        config.vision() instanceof VisionConfig.Vit vit
            && vit.kind() == VisionConfig.Vit.Kind.SIGLIP;
    compare(node, "image_mean", siglip ? HALF : CLIP_MEAN, found);
    compare(node, "image_std", siglip ? HALF : CLIP_STD, found);
    if (config.vision() instanceof VisionConfig.Vit vit) {
      compareSide(node, vit.imageSize(), found);
    } else if (config.vision() instanceof VisionConfig.Qwen qwen) {
      Map<String, Integer> sizes =
          Map.of(
              "patch_size", qwen.patchSize(),
              "merge_size", qwen.spatialMergeSize(),
              "temporal_patch_size", qwen.temporalPatchSize());
      for (Map.Entry<String, Integer> size : sizes.entrySet()) {
        int stored = node.integer(size.getKey(), size.getValue());
        if (stored != size.getValue()) {
          found.add("%s is %d, we use %d".formatted(size.getKey(), stored, size.getValue()));
        }
      }
    }
    found.forEach(line -> LOG.log(System.Logger.Level.WARNING, file + ": " + line));
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

  private static void compareSide(ConfigNode node, int ours, List<String> found)
      throws ConfigException {
    if (!node.hasObject("crop_size")) {
      return;
    }
    int height = node.object("crop_size").integer("height", ours);
    if (height != ours) {
      found.add("crop_size is %d, the tower takes %d".formatted(height, ours));
    }
  }
}
