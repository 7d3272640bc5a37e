package io.qcpruner.model.backbone;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.layout.Grouping;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.model.Golden;
import io.qcpruner.model.Run;
import io.qcpruner.model.TinyBackbones;
import io.qcpruner.model.backbone.shuffle.PixelShuffle;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;

/** SmolVLM and Idefics3 against transformers. */
class SmolVlmParityTest {
  private final Golden golden = Golden.of("tiny-smolvlm");
  private final Visual picture = TinyBackbones.squares("tiny-smolvlm", 50, 2, 2);
  private final PromptIds prompt = TiledPrompt.of(1, 7).tiles(2, 2).text(11, 17, 19).ids();

  @Test
  void everyLayerLogitsAndTenTokens() throws WeightsException {
    Run run =
        new Run(TinyBackbones.of(TinyModel.SMOLVLM))
            .run(prompt, List.of(picture), 10)
            .assertEquals(golden)
            .assertGreedy(golden, "greedy");
    TokenLayout layout = run.input().layout();
    assertEquals(Grouping.VIEWS, layout.grouping());
    assertEquals(45, layout.candidates().length);
    // the whole is the last group; tags and line breaks are text
    int last = layout.candidates()[44];
    assertEquals(4, layout.groups()[last]);
    assertEquals(2, layout.gridRows()[last]);
    assertEquals(2, layout.gridCols()[last]);
    assertEquals(2 + 4 * 2 + 2 + 1 + 2 + 1 + 3, layout.textRows().length);
  }

  /** Rows, and queries and keys of the last layer, whose patches are block by block here. */
  @Test
  void towerAndConnector() throws WeightsException {
    Backbone backbone = TinyBackbones.of(TinyModel.SMOLVLM);
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
          Tensor k = tensor("tower.k", 2, 36, 8).index_select(1, order);
          assertArrayEquals(
              Tensors.toFloats(q), Tensors.toFloats(out.tap().queries().select(0, 4)), 1e-5f);
          assertArrayEquals(
              Tensors.toFloats(k), Tensors.toFloats(out.tap().keys().select(0, 4)), 1e-5f);
        });
  }

  private Tensor tensor(String name, long... shape) {
    return Tensors.ofFloats(golden.floats(name), Placement.cpu(), shape);
  }

  @Test
  void twoPicturesOneOfThemInOneView() throws WeightsException {
    Golden two = Golden.of("tiny-smolvlm-two");
    run(TinyModel.SMOLVLM, two).assertGreedy(two, "greedy");
    run(TinyModel.IDEFICS3, Golden.of("tiny-idefics3-two"));
  }

  private static Run run(TinyModel model, Golden expected) throws WeightsException {
    float[] pair = TinyBackbones.pixels("tiny-smolvlm-two", 4, 3, 50, 50).data();
    int view = 3 * 50 * 50;
    Visual first = TinyBackbones.squares(Arrays.copyOf(pair, 3 * view), 50, 1, 2);
    Visual second =
        TinyBackbones.squares(Arrays.copyOfRange(pair, 3 * view, pair.length), 50, 0, 0);
    PromptIds ids = TiledPrompt.of(1).tiles(1, 2).text(7).tiles(0, 0).text(11, 17).ids();
    Run run =
        new Run(TinyBackbones.of(model))
            .run(ids, List.of(first, second), 10)
            .assertLogits(expected);
    int[] owners = run.input().visuals();
    assertEquals(27, IntStream.of(owners).filter(v -> v == 0).count());
    assertEquals(9, IntStream.of(owners).filter(v -> v == 1).count());
    return run;
  }
}
