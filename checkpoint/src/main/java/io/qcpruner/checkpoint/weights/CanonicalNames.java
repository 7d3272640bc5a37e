package io.qcpruner.checkpoint.weights;

import java.util.regex.Pattern;

/**
 * One set of tensor names for every generation of checkpoint files: {@code vision.*}, {@code
 * proj.fc1.*}, {@code proj.fc2.*}, {@code newline}, {@code lm.*} and {@code lm_head.weight}.
 */
public final class CanonicalNames {
  private static final Pattern OUTER_MODEL =
      Pattern.compile(
          "^model\\.(?=language_model|vision_tower|multi_modal_projector|image_newline|visual"
              + "|mm_projector)");
  private static final Pattern TOWER =
      Pattern.compile("^vision_tower\\.(vision_tower\\.)?(vision_model\\.)?");
  private static final Pattern IGNORED =
      Pattern.compile(
          ".*\\.rotary_emb\\.inv_freq|(.*\\.)?position_ids|vision\\.post_layernorm\\..*"
              + "|vision\\.head\\..*|.*vision_resampler.*|(.*\\.)?text_model\\..*"
              + "|(.*\\.)?visual_projection\\..*|(.*\\.)?text_projection\\..*"
              + "|(.*\\.)?logit_(scale|bias)");

  private CanonicalNames() {}

  /** The canonical form of a name found in a multimodal checkpoint. */
  public static String of(String fileName) {
    String name = OUTER_MODEL.matcher(fileName).replaceFirst("");
    name = TOWER.matcher(name).replaceFirst("vision.");
    name = swapStart(name, "visual.", "vision.");
    name = swapStart(name, "language_model.lm_head.", "lm_head.");
    name = swapStart(name, "language_model.model.", "lm.");
    name = swapStart(name, "language_model.", "lm.");
    name = swapStart(name, "model.", "lm.");
    name = swapStart(name, "multi_modal_projector.linear_1.", "proj.fc1.");
    name = swapStart(name, "mm_projector.0.", "proj.fc1.");
    name = swapStart(name, "multi_modal_projector.linear_2.", "proj.fc2.");
    name = swapStart(name, "mm_projector.2.", "proj.fc2.");
    return name.equals("image_newline") ? "newline" : name;
  }

  /**
   * The canonical form of a name found in a stand-alone tower checkpoint; null for what belongs to
   * its other half.
   */
  public static String ofTower(String fileName) {
    return fileName.startsWith("vision_model.")
        ? "vision." + fileName.substring("vision_model.".length())
        : null;
  }

  /** Buffers and parts that inference never runs. */
  static boolean isIgnored(String canonical) {
    return IGNORED.matcher(canonical).matches();
  }

  private static String swapStart(String name, String start, String replacement) {
    return name.startsWith(start) ? replacement + name.substring(start.length()) : name;
  }
}
