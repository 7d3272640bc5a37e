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

  /** A copy of this tower that runs up to another layer. */
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

  /** Starts a tower with the nonlinearity that published ones of the kind have. */
  public static Builder of(Kind kind) {
    return new Builder(kind);
  }

  /** Sets the fields of a tower by name. */
  public static final class Builder {
    private final Kind kind;
    private int hiddenSize;
    private int intermediateSize;
    private int layers;
    private int layersToRun;
    private int heads;
    private int imageSize;
    private int patchSize;
    private double layerNormEps;
    private HiddenActivation activation;

    private Builder(Kind kind) {
      this.kind = kind;
      this.activation = kind.activation();
    }

    public Builder widths(int hidden, int intermediate) {
      hiddenSize = hidden;
      intermediateSize = intermediate;
      return this;
    }

    public Builder layers(int all, int run) {
      layers = all;
      layersToRun = run;
      return this;
    }

    public Builder heads(int count) {
      heads = count;
      return this;
    }

    /** Pixels of a side. */
    public Builder image(int size, int patch) {
      imageSize = size;
      patchSize = patch;
      return this;
    }

    public Builder layerNormEps(double epsilon) {
      layerNormEps = epsilon;
      return this;
    }

    public Builder activation(HiddenActivation other) {
      activation = other;
      return this;
    }

    public VitConfig build() {
      return new VitConfig(
          kind,
          hiddenSize,
          intermediateSize,
          layers,
          layersToRun,
          heads,
          imageSize,
          patchSize,
          layerNormEps,
          activation);
    }
  }
}
