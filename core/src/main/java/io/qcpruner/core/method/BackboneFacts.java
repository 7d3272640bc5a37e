package io.qcpruner.core.method;

import io.qcpruner.core.signal.Signal;
import java.util.EnumSet;
import java.util.Set;

/**
 * What a method may know of a model: what the model can do, never which family it is of. A family
 * starts from {@link #of} and adds what else is at hand.
 *
 * @param label name of the model's kind in messages
 * @param tower what the vision tower puts out
 * @param depth layers of the tower
 * @param views how pictures reach the tower
 * @param decoderLayers how many layers the decoder has
 * @param nominalPatches patches that a total budget is meant for: 576, 2880, 1296 or 10816 for the
 *     published models
 * @param signals what the engine can compute for this model
 * @param poolingHead whether frames are described by the tower's own pooling head (FastVID)
 * @param hookLayer default layer of QCPruner's hook
 * @param rho default utility floor of QCPruner
 */
public record BackboneFacts(
    String label,
    Tower tower,
    TowerDepth depth,
    Views views,
    int decoderLayers,
    int nominalPatches,
    Set<Signal> signals,
    boolean poolingHead,
    int hookLayer,
    float rho) {

  /** What the vision tower puts out. */
  public enum Tower {
    /** A class row, then one row a patch, as CLIP does. */
    CLASS_ROW,
    /** One row a patch and no class row, as SigLIP does. */
    PATCH_ROWS,
    /** Units of four patches that a merger joins before the decoder, as Qwen2.5-VL does. */
    MERGED_UNITS
  }

  /**
   * @param layers how many layers the tower has
   * @param featureLayer zero-based layer whose output is used
   */
  public record TowerDepth(int layers, int featureLayer) {
    public TowerDepth {
      if (featureLayer < 0 || featureLayer >= layers) {
        throw new IllegalArgumentException(
            "feature layer %d is none of %d layers".formatted(featureLayer, layers));
      }
    }

    private static TowerDepth published(Tower tower) {
      return switch (tower) {
        case CLASS_ROW -> new TowerDepth(24, 22);
        case PATCH_ROWS -> new TowerDepth(27, 25);
        case MERGED_UNITS -> new TowerDepth(32, 31);
      };
    }

    /**
     * The layer at the same relative depth as one of a published tower, at most the feature layer.
     */
    public int scaled(int layer, int publishedLayers) {
      int same = (int) Math.rint((double) layer * layers / publishedLayers);
      return Math.min(layers == publishedLayers ? layer : same, featureLayer);
    }

    /** The deepest layer whose queries and keys can be had: it reads the feature layer's output. */
    public int lastLayer() {
      return Math.min(featureLayer + 1, layers - 1);
    }
  }

  /** How pictures reach the tower. */
  public enum Views {
    /** One view, padded to a square. */
    PADDED_SQUARE,
    /** A base view and tiles of a larger grid. */
    TILES,
    /** One view of any size and shape. */
    ANY_SIZE,
    /** Frames of a clip, pooled after the projector. */
    POOLED_FRAMES
  }

  /** Layers of the shallowest published backbone: below it, hook layers shrink in proportion. */
  private static final int PUBLISHED_LAYERS = 28;

  private static final int PUBLISHED_HOOK_LAYER = 7;

  private static final Set<Signal> JOINT_SPACE =
      Set.of(Signal.IMAGE_EMBEDDING, Signal.TEXT_EMBEDDING);
  private static final Set<Signal> FRAMES = Set.of(Signal.FRAME_DESCRIPTOR, Signal.FRAME_SALIENCY);

  /** Signals of the tower's own patches, which pooled frames do not keep. */
  private static final Set<Signal> PATCHES =
      Set.of(
          Signal.TOWER_STATES,
          Signal.CLASS_ATTENTION,
          Signal.LAYER_CLASS_ATTENTION,
          Signal.LAYER_RECEIVED_ATTENTION,
          Signal.LAYER_CLASS_QUERY,
          Signal.LAYER_KEYS,
          Signal.TOWER_KEYS,
          Signal.TOWER_GROUPS,
          Signal.PROJECTED,
          Signal.QUESTION_EMBEDDING);

  public BackboneFacts {
    Checks.atLeast("decoder layers", decoderLayers, 1);
    Checks.atLeast("nominal patches", nominalPatches, 1);
    if (hookLayer < 0 || hookLayer >= decoderLayers) {
      throw new IllegalArgumentException(
          "default layer %d is out of range: the decoder has layers 0 to %d"
              .formatted(hookLayer, decoderLayers - 1));
    }
    Checks.unit("default rho", rho);
    signals = Set.copyOf(signals);
  }

  /** A model with nothing beside its own weights, and the paper's defaults without a floor. */
  public static BackboneFacts of(
      String label, Tower tower, Views views, int decoderLayers, int nominalPatches) {
    Checks.atLeast("decoder layers", decoderLayers, 1);
    Set<Signal> signals = EnumSet.allOf(Signal.class);
    signals.removeAll(JOINT_SPACE);
    signals.removeAll(views == Views.POOLED_FRAMES ? PATCHES : FRAMES);
    if (tower == Tower.CLASS_ROW) {
      signals.remove(Signal.FRAME_ATTENTION);
    }
    return new BackboneFacts(
        label,
        tower,
        TowerDepth.published(tower),
        views,
        decoderLayers,
        nominalPatches,
        signals,
        false,
        scaled(PUBLISHED_HOOK_LAYER, decoderLayers),
        0f);
  }

  /** With the image-text space of the tower: its text tower and projections are at hand. */
  public BackboneFacts withJointSpace() {
    Set<Signal> more = EnumSet.copyOf(signals);
    more.addAll(JOINT_SPACE);
    return new BackboneFacts(
        label,
        tower,
        depth,
        views,
        decoderLayers,
        nominalPatches,
        more,
        poolingHead,
        hookLayer,
        rho);
  }

  public BackboneFacts withTower(int layers, int featureLayer) {
    return new BackboneFacts(
        label,
        tower,
        new TowerDepth(layers, featureLayer),
        views,
        decoderLayers,
        nominalPatches,
        signals,
        poolingHead,
        hookLayer,
        rho);
  }

  /** The same for clips of a model whose frames are pooled, though its pictures are not. */
  public BackboneFacts withPooledFrames() {
    Set<Signal> others = EnumSet.copyOf(signals);
    others.removeAll(PATCHES);
    others.addAll(FRAMES);
    return new BackboneFacts(
        label,
        tower,
        depth,
        Views.POOLED_FRAMES,
        decoderLayers,
        nominalPatches,
        others,
        poolingHead,
        hookLayer,
        rho);
  }

  public BackboneFacts withNominalPatches(int patches) {
    return new BackboneFacts(
        label, tower, depth, views, decoderLayers, patches, signals, poolingHead, hookLayer, rho);
  }

  public BackboneFacts withPoolingHead() {
    return new BackboneFacts(
        label, tower, depth, views, decoderLayers, nominalPatches, signals, true, hookLayer, rho);
  }

  /** With another default layer, such as a calibrated one. */
  public BackboneFacts withHookLayer(int layer) {
    return new BackboneFacts(
        label,
        tower,
        depth,
        views,
        decoderLayers,
        nominalPatches,
        signals,
        poolingHead,
        layer,
        rho);
  }

  /** With another default floor, such as a published or calibrated one. */
  public BackboneFacts withRho(float floor) {
    return new BackboneFacts(
        label,
        tower,
        depth,
        views,
        decoderLayers,
        nominalPatches,
        signals,
        poolingHead,
        hookLayer,
        floor);
  }

  public boolean hasJointSpace() {
    return signals.containsAll(JOINT_SPACE);
  }

  public boolean pooledFrames() {
    return views == Views.POOLED_FRAMES;
  }

  public boolean mergedUnits() {
    return tower == Tower.MERGED_UNITS;
  }

  /**
   * Where a hook meant for a published layer goes: the layer itself for 28 layers and more, else at
   * the same relative depth, rounded to the nearest.
   */
  public int scaledLayer(int published) {
    return scaled(published, decoderLayers);
  }

  private static int scaled(int published, int decoderLayers) {
    return decoderLayers >= PUBLISHED_LAYERS
        ? published
        : (int) Math.rint((double) published * decoderLayers / PUBLISHED_LAYERS);
  }
}
