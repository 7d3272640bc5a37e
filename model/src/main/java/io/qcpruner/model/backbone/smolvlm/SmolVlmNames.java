package io.qcpruner.model.backbone.smolvlm;

import io.qcpruner.checkpoint.weights.CanonicalNames;

/** The names of tensors in files of SmolVLM and Idefics3. */
final class SmolVlmNames {
  private static final String[][] STARTS = {
    {"model.vision_model.", "vision."},
    {"model.connector.modality_projection.", ""},
    {"model.text_model.", "lm."}
  };

  private SmolVlmNames() {}

  static String canonical(String fileName) {
    for (String[] start : STARTS) {
      if (fileName.startsWith(start[0])) {
        return start[1] + fileName.substring(start[0].length());
      }
    }
    return CanonicalNames.of(fileName);
  }
}
