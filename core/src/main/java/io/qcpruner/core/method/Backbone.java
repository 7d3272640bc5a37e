package io.qcpruner.core.method;

/**
 * What the registry must know of a model to choose rules and defaults.
 *
 * @param kind family
 * @param decoderLayers how many layers the decoder has
 * @param nominalPatches patches that a total budget is meant for: 576, 2880, 1296 or 10816 for the
 *     published models
 * @param clipText whether CLIP's text tower and projections are at hand (CDPruner)
 * @param poolingHead whether SigLIP's pooling head is at hand (FastVID)
 */
public record Backbone(
    Kind kind, int decoderLayers, int nominalPatches, boolean clipText, boolean poolingHead) {

  /** Families that differ in what a method must do. */
  public enum Kind {
    LLAVA_1_5("LLaVA-1.5"),
    LLAVA_NEXT("LLaVA-NeXT"),
    LLAVA_VIDEO("LLaVA-Video"),
    QWEN2_5_VL("Qwen2.5-VL");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }
  }

  /** Layers of the shallowest published backbone: below it, hook layers shrink in proportion. */
  private static final int PUBLISHED_LAYERS = 28;

  public Backbone {
    Checks.atLeast("decoder layers", decoderLayers, 1);
    Checks.atLeast("nominal patches", nominalPatches, 1);
  }

  /**
   * Where a hook meant for a published layer goes: the layer itself for 28 layers and more, else at
   * the same relative depth, rounded to the nearest.
   */
  public int scaledLayer(int published) {
    return decoderLayers >= PUBLISHED_LAYERS
        ? published
        : (int) Math.rint((double) published * decoderLayers / PUBLISHED_LAYERS);
  }

  /** The paper's utility floor for this family. */
  public float defaultRho() {
    return switch (kind) {
      case LLAVA_1_5, LLAVA_NEXT -> 0f;
      case QWEN2_5_VL -> 0.4f;
      case LLAVA_VIDEO -> 0.5f;
    };
  }
}
