package io.qcpruner.model.backbone;

import static org.junit.jupiter.api.Assertions.assertFalse;

import io.qcpruner.checkpoint.config.VideoTokens;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.signal.VisionLayout.Picture;
import io.qcpruner.media.MediaException;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.internal.prep.LlavaNextPreprocessor;
import io.qcpruner.media.internal.prep.LlavaPreprocessor;
import io.qcpruner.media.internal.prep.LlavaVideoPreprocessor;
import io.qcpruner.media.internal.prep.Normalization;
import io.qcpruner.media.internal.prep.QwenPreprocessor;
import io.qcpruner.model.Run;
import io.qcpruner.model.TinyBackbones;
import io.qcpruner.model.backbone.llavanext.Tiled;
import io.qcpruner.model.backbone.qwen.PatchBlocks;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A red and a blue picture give different logits on every backbone. */
class DifferentPicturesTest {
  private static final RgbImage RED = RgbImage.filled(90, 70, 255, 0, 0);
  private static final RgbImage BLUE = RgbImage.filled(90, 70, 0, 0, 255);

  private interface Prepare {
    Visual of(RgbImage image) throws MediaException;
  }

  @Test
  void llava15() throws Exception {
    LlavaPreprocessor prep =
        new LlavaPreprocessor(LlavaPreprocessor.Fit.PAD, 56, Normalization.CLIP);
    check(
        TinyBackbones.llava15(),
        Run.prompt(PromptIds.MARKER),
        i -> TinyBackbones.still(prep.apply(i)));
  }

  @Test
  void llavaNext() throws Exception {
    LlavaNextPreprocessor prep =
        new LlavaNextPreprocessor(TinyBackbones.anyRes(), Normalization.CLIP);
    check(
        TinyBackbones.llavaNext(),
        Run.prompt(PromptIds.MARKER),
        i -> new Tiled(prep.apply(i), Picture.UNKNOWN));
  }

  @Test
  void llavaVideo() throws Exception {
    LlavaVideoPreprocessor prep = new LlavaVideoPreprocessor(98, Normalization.SIGLIP);
    check(
        TinyBackbones.llavaVideo(VideoTokens.EVALUATION),
        Run.prompt(PromptIds.MARKER),
        i -> TinyBackbones.clip(prep.apply(List.of(i, i))));
  }

  @Test
  void qwen() throws Exception {
    QwenPreprocessor prep = new QwenPreprocessor(Optional.empty(), 112, 14, Normalization.CLIP);
    check(
        TinyBackbones.qwen(),
        PromptIds.raw(1, 122, 124, 123, 11, 13),
        i -> new PatchBlocks(prep.apply(i), 0, 2, Picture.UNKNOWN));
  }

  private static void check(Backbone backbone, PromptIds prompt, Prepare prepare)
      throws WeightsException, MediaException {
    float[] red = new Run(backbone).run(prompt, List.of(prepare.of(RED)), 1).firstLogits();
    float[] blue = new Run(backbone).run(prompt, List.of(prepare.of(BLUE)), 1).firstLogits();
    assertFalse(Arrays.equals(red, blue));
  }
}
