package io.qcpruner.model.backbone;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.Golden;
import io.qcpruner.model.Run;
import io.qcpruner.model.TinyBackbones;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Workspace;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Qwen3-VL against transformers. */
class Qwen3VlParityTest {
  private final Golden golden = Golden.of("tiny-qwen3");
  private final Visual picture = TinyBackbones.patches("tiny-qwen", 1, 8, 10, 1536, 0);
  private final PromptIds prompt = PromptIds.raw(1, 7, 122, 124, 123, 11, 13, 17);

  @Test
  void everyLayerLogitsAndTenTokens() throws WeightsException {
    Run run =
        new Run(TinyBackbones.qwen3())
            .run(prompt, List.of(picture), 10)
            .assertEquals(golden)
            .assertGreedy(golden, "greedy");
    assertArrayEquals(golden.longs("positions"), flat(run.input().positions()));
    assertEquals(27 - 15, run.input().nextPosition());
  }

  @Test
  void lastBlockQueriesAndKeys() throws WeightsException {
    Backbone backbone = TinyBackbones.qwen3();
    Scopes.run(
        () -> {
          VisionOutput out = backbone.encode(picture, true, new Workspace(Placement.cpu()));
          golden.assertSame("tower.q", out.tap().queries(), 1e-5f);
          golden.assertSame("tower.k", out.tap().keys(), 1e-5f);
        });
  }

  @Test
  void twoPictures() throws WeightsException {
    Golden two = Golden.of("tiny-qwen3-two");
    PromptIds ids = PromptIds.raw(1, 122, 124, 123, 7, 122, 124, 123, 11, 13);
    Visual second = TinyBackbones.patches("tiny-qwen-second", 1, 4, 6, 1536, 0);
    Run run =
        new Run(TinyBackbones.qwen3())
            .run(ids, List.of(picture, second), 10)
            .assertLogits(two)
            .assertGreedy(two, "greedy");
    two.assertSame("embeds", run.seen("embeds"), 1e-5f);
    assertArrayEquals(two.longs("positions"), flat(run.input().positions()));
  }

  @Test
  void clip() throws WeightsException {
    Golden video = Golden.of("tiny-qwen3-video");
    PromptIds ids = PromptIds.raw(1, 7, 21, 22, 122, 125, 123, 23, 122, 125, 123, 11, 13);
    Visual clip = TinyBackbones.patches("tiny-qwen-video", 2, 4, 6, 1536, 1.0);
    Run run =
        new Run(TinyBackbones.qwen3()).run(ids, List.of(clip), 10).assertGreedy(video, "greedy");
    video.assertSame("embeds", run.seen("embeds"), 1e-5f);
    assertArrayEquals(video.longs("positions"), flat(run.input().positions()));
    run.assertLogits(video);
  }

  private static long[] flat(long[][] positions) {
    return Arrays.stream(positions).flatMapToLong(Arrays::stream).toArray();
  }
}
