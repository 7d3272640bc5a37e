package io.qcpruner.pocket;

import io.qcpruner.checkpoint.config.ClipTextConfig;
import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.config.VitConfig;
import io.qcpruner.pocket.scene.MovingScene;
import io.qcpruner.pocket.scene.Window;

/** Sizes of the embedded model. */
public final class PocketShape {

  public static final int WIDTH = 128;
  public static final int TOWER_WIDTH = 128;
  public static final int TOWER_LAYERS = 4;

  private static final int INNER = 256;
  private static final int TOWER_INNER = 384;
  private static final int LAYERS = 12;
  private static final int CAPTION_LAYERS = 3;
  private static final int CAPTION_WORDS = 1280;
  private static final int HEADS = 4;
  private static final double EPS = 1e-5;

  /** Slow frequencies, so that most of a head's slots compare contents at any distance. */
  private static final double ROPE_THETA = 1e6;

  private static final int MAX_POSITIONS = 2048;

  private PocketShape() {}

  public static DecoderConfig decoder(int vocabulary) {
    return sized(vocabulary).build();
  }

  /** The decoder of the clip model: the same with Qwen2's biases. */
  public static DecoderConfig clipDecoder(int vocabulary) {
    return sized(vocabulary).qkvBias(true).build();
  }

  /** The tower of the clip model. */
  public static VitConfig clipTower() {
    return tower(VitConfig.Kind.SIGLIP, MovingScene.GRID);
  }

  /** The text tower that shares a space with the class row. */
  public static ClipTextConfig captions() {
    return new ClipTextConfig(WIDTH, INNER, CAPTION_LAYERS, HEADS, CAPTION_WORDS, 77, WIDTH, EPS);
  }

  /** The tower on a square window of the picture; {@link Window#GRID} is the whole. */
  public static VitConfig tower(int patchesPerSide) {
    return tower(VitConfig.Kind.CLIP, patchesPerSide);
  }

  private static DecoderConfig.Builder sized(int vocabulary) {
    return DecoderConfig.sized(WIDTH, INNER, LAYERS)
        .heads(HEADS, HEADS, WIDTH / HEADS)
        .vocabulary(vocabulary)
        .rmsEps(EPS)
        .ropeTheta(ROPE_THETA)
        .tiedHead(true)
        .maxPositions(MAX_POSITIONS);
  }

  private static VitConfig tower(VitConfig.Kind kind, int patchesPerSide) {
    return VitConfig.of(kind)
        .widths(TOWER_WIDTH, TOWER_INNER)
        .layers(TOWER_LAYERS, TOWER_LAYERS)
        .heads(HEADS)
        .image(patchesPerSide * Window.PATCH, Window.PATCH)
        .layerNormEps(EPS)
        .build();
  }
}
