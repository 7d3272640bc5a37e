package io.qcpruner.checkpoint.synthetic;

/** The naming generations of public checkpoints, as written to files. */
public enum NameLayout {
  /** Original LLaVA: {@code model.mm_projector.0}, {@code model.vision_tower.vision_tower...}. */
  A("model.", "lm_head.", "model.vision_tower.vision_tower.vision_model.", "model.mm_projector."),
  /** Hub files of llava-hf. */
  B(
      "language_model.model.",
      "language_model.lm_head.",
      "vision_tower.vision_model.",
      "multi_modal_projector.linear_"),
  /** Newer in-memory naming of transformers. */
  C(
      "model.language_model.",
      "lm_head.",
      "model.vision_tower.vision_model.",
      "model.multi_modal_projector.linear_"),
  /** Newest transformers: without the inner {@code vision_model.}. */
  D(
      "model.language_model.",
      "lm_head.",
      "model.vision_tower.",
      "model.multi_modal_projector.linear_"),
  QWEN_OLD("model.", "lm_head.", "visual.", null),
  QWEN_NEW("model.language_model.", "lm_head.", "model.visual.", null),
  /** SmolVLM and Idefics3. */
  IDEFICS(
      "model.text_model.",
      "lm_head.",
      "model.vision_model.",
      "model.connector.modality_projection.");

  private final String decoder;
  private final String head;
  private final String vision;
  private final String projector;

  NameLayout(String decoder, String head, String vision, String projector) {
    this.decoder = decoder;
    this.head = head;
    this.vision = vision;
    this.projector = projector;
  }

  public boolean isQwen() {
    return projector == null;
  }

  /** The name a canonical tensor has in files of this generation. */
  public String fileName(String canonical) {
    if (canonical.startsWith("lm_head.")) {
      return head + canonical.substring("lm_head.".length());
    }
    if (canonical.startsWith("lm.")) {
      return decoder + canonical.substring("lm.".length());
    }
    if (canonical.startsWith("vision.")) {
      return vision + canonical.substring("vision.".length());
    }
    if (canonical.equals("newline")) {
      return this == B ? "image_newline" : "model.image_newline";
    }
    if (this == IDEFICS) {
      return projector + canonical;
    }
    if (!canonical.startsWith("proj.fc")) {
      return "model.multi_modal_projector." + canonical.substring("proj.".length());
    }
    // proj.fc1.weight: the module list counts 0 and 2, the named layers 1 and 2
    int number = canonical.charAt("proj.fc".length()) - '0';
    String index = this == A ? String.valueOf(2 * (number - 1)) : String.valueOf(number);
    return projector + index + canonical.substring("proj.fc1".length());
  }
}
