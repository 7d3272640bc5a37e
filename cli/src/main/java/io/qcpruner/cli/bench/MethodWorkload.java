package io.qcpruner.cli.bench;

import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.method.BackboneFacts;
import io.qcpruner.core.method.BackboneFacts.Tower;
import io.qcpruner.core.method.BackboneFacts.Views;
import io.qcpruner.core.signal.VisionLayout;
import java.util.List;

/**
 * Visual tokens of a published model, for methods to choose from.
 *
 * @param label how many there are
 * @param facts the model, with all that may lie beside its checkpoint
 * @param vision views of the tower
 * @param frames frames of a clip of as many tokens, for methods that compare frames
 * @param side places of a frame in one direction
 * @param newlines whether each row of a frame ends with a newline
 * @param width width of the decoder
 * @param towerWidth width of the tower
 */
record MethodWorkload(
    String label,
    BackboneFacts facts,
    VisionLayout vision,
    int frames,
    int side,
    boolean newlines,
    int width,
    int towerWidth) {

  private static final int SYSTEM_ROWS = 35;
  static final int QUESTION_ROWS = 60;

  /** 576, 1296, 2880 and 64 x 169 tokens: the four settings of the paper. */
  static List<MethodWorkload> standard() {
    return List.of(
        new MethodWorkload(
            "576",
            BackboneFacts.of("one view", Tower.CLASS_ROW, Views.PADDED_SQUARE, 32, 576)
                .withJointSpace(),
            VisionLayout.single(24, 24, true),
            4,
            12,
            false,
            4096,
            1024),
        new MethodWorkload(
            "1296",
            BackboneFacts.of("merged units", Tower.MERGED_UNITS, Views.ANY_SIZE, 28, 1296),
            VisionLayout.single(36, 36, false),
            9,
            12,
            false,
            3584,
            1280),
        new MethodWorkload(
            "2880",
            BackboneFacts.of("tiles", Tower.CLASS_ROW, Views.TILES, 32, 2880).withJointSpace(),
            VisionLayout.anyRes(5, 24, true, 2, 2),
            20,
            12,
            false,
            4096,
            1024),
        clip(64, 13, 3584, 1152));
  }

  /** Frames that are pooled after the projector, with a newline at the end of each row. */
  static MethodWorkload clip(int frames, int side, int width, int towerWidth) {
    int tokens = frames * side * side;
    return new MethodWorkload(
        frames + "x" + side * side,
        BackboneFacts.of("pooled frames", Tower.PATCH_ROWS, Views.POOLED_FRAMES, 28, tokens)
            .withPoolingHead(),
        VisionLayout.single(side, side, false),
        frames,
        side,
        true,
        width,
        towerWidth);
  }

  int tokens() {
    return facts.nominalPatches();
  }

  /** The sequence in front of the decoder; a picture's views are groups of their own. */
  TokenLayout layout(boolean comparesFrames) {
    if (comparesFrames || facts.pooledFrames()) {
      return TokenLayout.video(SYSTEM_ROWS, frames, side, side, newlines, QUESTION_ROWS);
    }
    return after(tokens());
  }

  /** The sequence of as many visual rows as the tower's stage left. */
  TokenLayout after(int visualRows) {
    return TokenLayout.simple(SYSTEM_ROWS, visualRows, vision.gridCols(), QUESTION_ROWS);
  }
}
