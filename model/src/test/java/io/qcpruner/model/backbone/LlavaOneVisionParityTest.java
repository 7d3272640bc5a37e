package io.qcpruner.model.backbone;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.signal.VisionLayout.Picture;
import io.qcpruner.media.Detail;
import io.qcpruner.media.MediaException;
import io.qcpruner.media.PictureSettings;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.internal.prep.Pixels;
import io.qcpruner.model.Golden;
import io.qcpruner.model.Run;
import io.qcpruner.model.TinyBackbones;
import io.qcpruner.model.backbone.llava15.Still;
import io.qcpruner.model.backbone.llavanext.Tiled;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** LLaVA-OneVision with several pictures against transformers. */
class LlavaOneVisionParityTest {
  private static final int VALUES = 3 * 98 * 98;

  private final PromptIds prompt = PromptIds.raw(1, 7, 94, 9, 11, 94, 13, 17);

  private static List<Visual> pair() {
    float[] both = TinyBackbones.pixels("tiny-onevision-two", 2, 3, 98, 98).data();
    return List.of(
        still(Arrays.copyOf(both, VALUES)), still(Arrays.copyOfRange(both, VALUES, 2 * VALUES)));
  }

  private static Visual still(float[] values) {
    return new Still(new Pixels(new int[] {3, 98, 98}, values), 7, Picture.UNKNOWN);
  }

  @Test
  void twoPicturesAndTenTokens() throws WeightsException {
    Golden golden = Golden.of("tiny-onevision-two");
    Run run =
        new Run(TinyBackbones.of(TinyModel.ONEVISION))
            .run(prompt, pair(), 10)
            .assertLogits(golden)
            .assertGreedy(golden, "greedy");
    golden.assertSame("embeds", run.seen("embeds"), 1e-5f);
    TokenLayout layout = run.input().layout();
    assertEquals(2 * 49, layout.candidates().length);
    assertEquals(TokenKind.NEWLINE, layout.kinds()[2 + 49]);
    assertEquals(TokenKind.NEWLINE, layout.kinds()[2 + 50 + 2 + 49]);
    assertEquals(0, layout.groups()[2]);
    assertEquals(1, layout.groups()[2 + 50 + 2]);
  }

  @Test
  void prunedEqualsTheMaskedReference() throws WeightsException {
    new Run(TinyBackbones.of(TinyModel.ONEVISION))
        .run(prompt, pair(), 6, PruningParityTest::keepPositions)
        .assertGreedy(Golden.of("tiny-onevision-two"), "pruned");
  }

  @Test
  void theSettingsDecideAboutTiles() throws MediaException {
    VisualPreparer preparer = TinyBackbones.spec(TinyModel.ONEVISION).preparer();
    RgbImage picture = RgbImage.filled(150, 120, 9, 9, 9);
    PictureSettings high = PictureSettings.of(Detail.HIGH);
    assertTrue(preparer.picture(picture) instanceof Tiled);
    assertTrue(preparer.picture(picture, high) instanceof Tiled);
    assertTrue(preparer.picture(picture, high.withOthers()) instanceof Still);
    assertTrue(preparer.picture(picture, PictureSettings.of(Detail.LOW)) instanceof Still);
    assertEquals(Optional.of(Detail.HIGH), preparer.detail(PictureSettings.DEFAULT));
    assertEquals(Optional.of(Detail.LOW), preparer.detail(high.withOthers()));
  }

  @Test
  void tiledPicturesAreNotShownTogether() throws MediaException {
    BackboneSpec spec = TinyBackbones.spec(TinyModel.ONEVISION);
    Visual tiled = spec.preparer().picture(RgbImage.filled(150, 120, 9, 9, 9));
    spec.requireTogether(List.of(tiled));
    spec.requireTogether(pair());
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> spec.requireTogether(List.of(pair().get(0), tiled)))
            .getMessage();
    assertTrue(message.contains("without tiles"), message);
  }
}
