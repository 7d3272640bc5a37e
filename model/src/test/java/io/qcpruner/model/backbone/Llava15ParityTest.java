package io.qcpruner.model.backbone;

import static io.qcpruner.model.TinyBackbones.pixels;
import static io.qcpruner.model.TinyBackbones.still;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.Golden;
import io.qcpruner.model.Run;
import io.qcpruner.model.TinyBackbones;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.vision.TowerSignals;
import java.util.List;
import org.junit.jupiter.api.Test;

/** LLaVA-1.5 against transformers. */
class Llava15ParityTest {
  private final Golden golden = Golden.of("tiny-llava");
  private final Visual picture = still(pixels("tiny-llava", 3, 56, 56));

  @Test
  void towerProjectorAndInnerSignals() throws WeightsException {
    Backbone backbone = TinyBackbones.llava15();
    Scopes.run(
        () -> {
          Workspace workspace = new Workspace(Placement.cpu());
          VisionOutput out = backbone.encode(picture, true, workspace);
          golden.assertSame("vision.features", out.towerRows(), 1e-5f);
          golden.assertSame("projected", backbone.rows(out, workspace).rows(), 1e-5f);
          golden.assertSame(
              "class_attention",
              TowerSignals.classAttention(out.tap().queries(), out.tap().keys()),
              1e-5f);
          golden.assertSame("tower_keys", TowerSignals.meanKeys(out.tap().keys()), 1e-5f);
        });
  }

  @Test
  void everyLayerLogitsAndTenTokens() throws WeightsException {
    new Run(TinyBackbones.llava15())
        .run(Run.prompt(95), List.of(picture), 10)
        .assertEquals(golden)
        .assertGreedy(golden, "greedy");
  }

  @Test
  void repeatedPlaceholdersEqualOneMarker() throws WeightsException {
    int[] ids = new int[23];
    java.util.Arrays.fill(ids, 95);
    System.arraycopy(new int[] {1, 7, 9}, 0, ids, 0, 3);
    System.arraycopy(new int[] {11, 13, 17, 19}, 0, ids, 19, 4);
    Backbone backbone = TinyBackbones.llava15();
    Run repeated = new Run(backbone).run(PromptIds.raw(ids), List.of(picture), 1);
    Run marker = new Run(backbone).run(Run.prompt(PromptIds.MARKER), List.of(picture), 1);
    assertArrayEquals(repeated.firstLogits(), marker.firstLogits());
  }

  @Test
  void tiedHeadAndTwoPictures() throws WeightsException {
    Backbone tied = TinyBackbones.llava15Tied();
    new Run(tied)
        .run(Run.prompt(95), List.of(picture), 1)
        .assertLogits(Golden.of("tiny-llava-tied"));
    float[] both = pixels("tiny-llava-two", 2, 3, 56, 56).data();
    int half = both.length / 2;
    List<Visual> pictures = List.of(view(both, 0, half), view(both, half, both.length));
    new Run(tied)
        .run(PromptIds.raw(1, 7, 95, 9, 11, 95, 13, 17), pictures, 1)
        .assertLogits(Golden.of("tiny-llava-two"));
  }

  private static Visual view(float[] all, int from, int to) {
    float[] part = java.util.Arrays.copyOfRange(all, from, to);
    return still(new io.qcpruner.media.internal.prep.Pixels(new int[] {3, 56, 56}, part));
  }
}
