package io.qcpruner.model.backbone;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.layout.Grouping;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.signal.VisionLayout.Picture;
import io.qcpruner.model.Golden;
import io.qcpruner.model.Run;
import io.qcpruner.model.TinyBackbones;
import io.qcpruner.model.backbone.shuffle.ClipTimes;
import io.qcpruner.model.backbone.shuffle.PixelShuffle;
import io.qcpruner.model.backbone.shuffle.SquareViews;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;

/** InternVL3 and 3.5 against transformers. */
class InternVlParityTest {
  private final Golden golden = Golden.of("tiny-internvl");
  private final Visual picture = TinyBackbones.squares("tiny-internvl", 48, 2, 2);
  private final PromptIds prompt = PromptIds.raw(1, 7, 80, 95, 81, 11, 17, 19);

  @Test
  void everyLayerLogitsAndTenTokens() throws WeightsException {
    Run run =
        new Run(TinyBackbones.of(TinyModel.INTERNVL))
            .run(prompt, List.of(picture), 10)
            .assertEquals(golden)
            .assertGreedy(golden, "greedy");
    TokenLayout layout = run.input().layout();
    assertEquals(Grouping.VIEWS, layout.grouping());
    assertEquals(45, layout.candidates().length);
    assertEquals(7, layout.textRows().length);
    assertEquals(5, layout.candidateGroups().length);
  }

  /** Rows, and queries of the last layer without the class row, block by block. */
  @Test
  void towerAndProjector() throws WeightsException {
    Backbone backbone = TinyBackbones.of(TinyModel.INTERNVL);
    Tensor order = Tensors.ofIndices(new PixelShuffle(6, 2).order(), Placement.cpu());
    Scopes.run(
        () -> {
          Workspace workspace = new Workspace(Placement.cpu());
          VisionOutput out = backbone.encode(picture, true, workspace);
          golden.assertSame("projected", backbone.projected(out, workspace), 1e-5f);
          Tensor features = tensor("vision.features", 36, 16).index_select(0, order);
          Tensor means = features.view(9, 4, 16).sum(1).div(new Scalar(4.0));
          assertArrayEquals(
              Tensors.toFloats(means), Tensors.toFloats(out.towerRows().narrow(0, 36, 9)), 1e-5f);
          Tensor q = tensor("tower.q", 2, 36, 8).index_select(1, order);
          assertArrayEquals(
              Tensors.toFloats(q), Tensors.toFloats(out.tap().queries().select(0, 4)), 1e-5f);
        });
  }

  private Tensor tensor(String name, long... shape) {
    return Tensors.ofFloats(golden.floats(name), Placement.cpu(), shape);
  }

  @Test
  void framesStandApart() throws WeightsException {
    Golden clip = Golden.of("tiny-internvl-clip");
    SquareViews frames =
        new SquareViews(
            TinyBackbones.pixels("tiny-internvl-clip", 2, 3, 48, 48),
            0,
            0,
            3,
            Optional.of(new ClipTimes(List.of(0.0, 1.0), 2)),
            Picture.UNKNOWN);
    PromptIds ids = PromptIds.raw(1, 20, 80, 95, 81, 13, 21, 80, 95, 81, 11, 17);
    Run run =
        new Run(TinyBackbones.of(TinyModel.INTERNVL))
            .run(ids, List.of(frames), 10)
            .assertLogits(clip)
            .assertGreedy(clip, "greedy");
    clip.assertSame("embeds", run.seen("embeds"), 1e-5f);
    assertEquals(Grouping.FRAMES, run.input().layout().grouping());
  }

  @Test
  void theNewerDecoderAndATowerWithoutInputBias() throws WeightsException {
    Golden newer = Golden.of("tiny-internvl35");
    new Run(TinyBackbones.of(TinyModel.INTERNVL35))
        .run(prompt, List.of(picture), 10)
        .assertLogits(newer)
        .assertGreedy(newer, "greedy");
  }
}
