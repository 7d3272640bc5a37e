package io.qcpruner.model.internal.prune;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.VisionLayout.Picture;
import io.qcpruner.media.internal.prep.Pixels;
import io.qcpruner.media.internal.prep.QwenPreprocessor;
import io.qcpruner.model.TinyBackbones;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.qwen.PatchBlocks;
import io.qcpruner.model.nn.Cancellation;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.vision.TowerWork;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The frames of a Qwen clip don't see each other in the tower, so neither do its signals. */
final class ClipAttentionTest {
  private static final int FRAMES = 3;
  private static final int HEIGHT = 8;
  private static final int WIDTH = 10;
  private static final int VALUES = 1176;
  private static final float TOLERANCE = 1e-5f;

  @Test
  void attentionOfAFrameIsThatOfTheFrameAlone() throws Exception {
    for (Backbone backbone : List.of(TinyBackbones.qwen(), TinyBackbones.qwen2())) {
      List<Matrix> clip = signals(backbone, patches(0, FRAMES));
      for (int frame = 0; frame < FRAMES; frame++) {
        List<Matrix> alone = signals(backbone, patches(frame, 1));
        for (int s = 0; s < clip.size(); s++) {
          assertEquals(FRAMES, clip.get(s).rows());
          assertArrayEquals(alone.get(s).row(0), clip.get(s).row(frame), TOLERANCE, "signal " + s);
        }
      }
    }
  }

  private static List<Matrix> signals(Backbone backbone, Visual visual) {
    List<Matrix> out = new ArrayList<>();
    Scopes.run(
        () -> {
          try (Workspace workspace = new Workspace(backbone.decoder().placement())) {
            TowerWork work = new TowerWork(true, Set.of(0));
            VisionSignals signals =
                new VisionSignals(
                    backbone,
                    backbone.encode(visual, work, workspace, Cancellation.NONE),
                    PruneCase.question(),
                    text -> List.of(text),
                    Companions.NONE,
                    workspace);
            out.add(signals.get(Signal.CLASS_ATTENTION));
            out.add(signals.get(Signal.FRAME_ATTENTION));
            out.add(signals.get(Signal.LAYER_RECEIVED_ATTENTION, 0));
          }
        });
    return out;
  }

  private static Visual patches(int first, int frames) {
    Pixels all = TinyBackbones.pixels("clip", FRAMES * HEIGHT * WIDTH, VALUES);
    int size = HEIGHT * WIDTH * VALUES;
    Pixels some =
        new Pixels(
            new int[] {frames * HEIGHT * WIDTH, VALUES},
            Arrays.copyOfRange(all.data(), first * size, (first + frames) * size));
    return new PatchBlocks(
        new QwenPreprocessor.Patches(some, frames, HEIGHT, WIDTH), 1, 2, Picture.UNKNOWN);
  }
}
