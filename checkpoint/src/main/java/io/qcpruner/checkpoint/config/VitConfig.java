package io.qcpruner.checkpoint.config;

/**
 * Shape of a CLIP or SigLIP vision tower: a plain ViT.
 *
 * @param hiddenSize width of the rows that the tower hands to the projector
 * @param layersToRun how many layers are run: the feature layer is the output of the last of them
 */
public record VitConfig(
    Kind kind,
    int hiddenSize,
    int intermediateSize,
    int layers,
    int layersToRun,
    int heads,
    int imageSize,
    int patchSize,
    double layerNormEps,
    HiddenActivation activation) {

  /** With the nonlinearity that published towers of the kind have. */
  public VitConfig(
      Kind kind,
      int hiddenSize,
      int intermediateSize,
      int layers,
      int layersToRun,
      int heads,
      int imageSize,
      int patchSize,
      double layerNormEps) {
    this(
        kind,
        hiddenSize,
        intermediateSize,
        layers,
        layersToRun,
        heads,
        imageSize,
        patchSize,
        layerNormEps,
        kind.activation());
  }

  /**
   * CLIP has a class row, a norm before the layers and as a rule quick-GELU; SigLIP has none of it
   * and as a rule tanh-GELU.
   */
  public enum Kind {
    CLIP,
    SIGLIP;

    /** What published towers of this kind have. */
    public HiddenActivation activation() {
      return this == CLIP ? HiddenActivation.QUICK_GELU : HiddenActivation.GELU_TANH;
    }
  }

  /** Patches along one side. */
  public int grid() {
    return imageSize / patchSize;
  }

  /** The same tower, run up to another layer. */
  public VitConfig running(int layersRun) {
    return new VitConfig(
        kind,
        hiddenSize,
        intermediateSize,
        layers,
        layersRun,
        heads,
        imageSize,
        patchSize,
        layerNormEps,
        activation);
  }
}
