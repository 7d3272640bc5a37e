package io.qcpruner.model.backbone;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.checkpoint.config.VideoTokens;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.model.Golden;
import io.qcpruner.model.Run;
import io.qcpruner.model.TinyBackbones;
import io.qcpruner.model.TinyConfigs;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.vision.SiglipPoolingHead;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** LLaVA-Video against transformers (llava_onevision carries its tower, projector and decoder). */
class LlavaVideoParityTest {
  private static final VideoTokens BILINEAR =
      new VideoTokens(VideoTokens.Pool.BILINEAR, 2, VideoTokens.Newlines.ONE_TOKEN);

  private final Visual clip =
      TinyBackbones.clip(TinyBackbones.pixels("tiny-llava-video", 3, 3, 98, 98));

  @Test
  void bilinearWithOneNewline() throws WeightsException {
    Golden golden = Golden.of("tiny-llava-video");
    new Run(TinyBackbones.llavaVideo(BILINEAR))
        .run(Run.prompt(95), List.of(clip), 10)
        .assertEquals(golden)
        .assertGreedy(golden, "greedy");
  }

  @Test
  void averageWithNewlinesInTheGrid() throws WeightsException {
    Golden golden = Golden.of("tiny-llava-video-grid");
    Run run =
        new Run(TinyBackbones.llavaVideo(VideoTokens.EVALUATION))
            .run(Run.prompt(PromptIds.MARKER), List.of(clip), 1)
            .assertLogits(golden);
    golden.assertSame("embeds", run.seen("embeds"), 1e-5f);
    assertEquals(27, run.input().layout().candidates().length);
    long newlines =
        Arrays.stream(run.input().layout().kinds()).filter(k -> k == TokenKind.NEWLINE).count();
    assertEquals(9, newlines);
  }

  @Test
  void towerAndPoolingHead() throws WeightsException {
    Backbone backbone = TinyBackbones.llavaVideo(BILINEAR);
    SiglipPoolingHead head = new SiglipPoolingHead(TinyConfigs.siglip(), TinyBackbones.modules());
    Scopes.run(
        () -> {
          Workspace workspace = new Workspace(Placement.cpu());
          VisionOutput out = backbone.encode(clip, false, workspace);
          Golden.of("tiny-llava-video").assertSame("vision.features", out.towerRows(), 1e-5f);
          SiglipPoolingHead.Pooled pooled =
              head.forward(out.towerRows().unflatten(0, 3, 49), workspace);
          Golden golden = Golden.of("tiny-siglip-head");
          golden.assertSame("descriptors", pooled.descriptors(), 1e-5f);
          golden.assertSame("saliency", pooled.saliency(), 1e-5f);
        });
  }
}
