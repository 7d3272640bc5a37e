package io.qcpruner.checkpoint.config;

/** Shape of a vision tower. */
public sealed interface VisionConfig {

  /** Width of the rows that the tower hands to the projector. */
  int hiddenSize();

  /**
   * CLIP or SigLIP: a plain ViT.
   *
   * @param layersToRun how many layers are run: the feature layer is the output of the last of them
   */
  record Vit(
      Kind kind,
      int hiddenSize,
      int intermediateSize,
      int layers,
      int layersToRun,
      int heads,
      int imageSize,
      int patchSize,
      double layerNormEps)
      implements VisionConfig {

    /**
     * CLIP has a class row, a norm before the layers and quick-GELU; SigLIP has none of it and uses
     * tanh-GELU.
     */
    public enum Kind {
      CLIP,
      SIGLIP
    }

    /** Patches along one side. */
    public int grid() {
      return imageSize / patchSize;
    }
  }

  /** The windowed tower of Qwen2.5-VL; its merger is the projector. */
  record Qwen(
      int hiddenSize,
      int intermediateSize,
      int depth,
      int heads,
      int patchSize,
      int temporalPatchSize,
      int spatialMergeSize,
      int windowSize,
      int[] fullAttentionBlocks,
      int outHiddenSize,
      int tokensPerSecond)
      implements VisionConfig {}
}
