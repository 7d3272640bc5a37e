package io.qcpruner.pocket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.media.video.VideoFrames;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.pocket.internal.score.SceneImages;
import io.qcpruner.pocket.question.ClipSet;
import io.qcpruner.pocket.question.Split;
import io.qcpruner.pocket.scene.ClipGenerator;
import io.qcpruner.pocket.scene.MovingScene;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The shipped clip model, as a user opens it. */
class PocketClipsTest {

  private static final List<ClipSet.Item> QUESTIONS = ClipSet.of(Split.CALIBRATION, 8);

  @Test
  void answersWithAllAndWithFewTokens() throws IOException {
    try (VisionLanguageModel model = PocketClips.open()) {
      assertEquals("llava-video", model.backbone().spec().family().id());
      assertTrue(model.facts().poolingHead());
      assertTrue(right(model, ask -> ask) >= 22);
      MethodSpec quarter = MethodSpec.of("qcpruner", new Budget.Total(32));
      assertTrue(right(model, ask -> ask.with(quarter)) >= 22);
    }
  }

  private static long right(VisionLanguageModel model, UnaryOperator<Ask> how) throws IOException {
    int right = 0;
    for (ClipSet.Item item : QUESTIONS) {
      try (EncodedVisual clip =
          model.encode(frames(ClipSet.clip(new ClipGenerator(), item.seed())))) {
        var reply = model.ask(clip, how.apply(Ask.of(item.question().text())));
        right += reply.text().strip().equals(item.question().answer()) ? 1 : 0;
      }
    }
    return right;
  }

  private static VideoFrames frames(MovingScene clip) {
    int[] all = IntStream.range(0, MovingScene.FRAMES).toArray();
    return new VideoFrames(
        clip.frames().stream().map(SceneImages::of).toList(), all, MovingScene.FRAMES, 3);
  }
}
