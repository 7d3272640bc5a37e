package io.qcpruner.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.media.PictureSettings;
import io.qcpruner.media.RgbImage;
import io.qcpruner.model.nn.Cancellation;
import io.qcpruner.model.synthetic.TinyFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Methods that look at other tower layers than the last, expected or not. */
final class ExpectedMethodsTest {
  @TempDir Path folder;

  @Test
  void theTowerRecordsWhatExpectedMethodsLookAt() throws IOException {
    byte[] rgb = new byte[3 * 64 * 48];
    new Random(3).nextBytes(rgb);
    RgbImage image = new RgbImage(64, 48, rgb);
    try (VisionLanguageModel model =
        VisionLanguageModel.open(TinyFolder.write(TinyModel.LLAVA, folder))) {
      MethodSpec spec = MethodSpec.parse("hiprune:object-layer=0@5");
      Set<Integer> layers = model.method(spec).towerLayers();
      Ask ask = Ask.of("What color is the bus?").withMaxNewTokens(3).with(spec);
      String late;
      try (EncodedVisual seen = model.encode(image)) {
        assertFalse(seen.output().tap().has(layers), "nothing more than the last layer");
        late = model.ask(seen, ask).text();
      }
      model.expect(List.of(MethodSpec.FULL, spec));
      try (EncodedVisual seen = model.encode(image)) {
        assertTrue(seen.output().tap().has(layers), layers + " in the one run");
        assertEquals(late, model.ask(seen, ask).text());
      }
      model.expect(List.of(MethodSpec.parse("fastv@5")));
      try (EncodedVisual seen = model.encode(image)) {
        assertFalse(seen.output().tap().has(layers), "replaced by what was said last");
      }
      try (EncodedVisual seen =
          model.encode(image, PictureSettings.DEFAULT, spec, Cancellation.NONE)) {
        assertTrue(seen.output().tap().has(layers), "the request's own method");
        assertEquals(late, model.ask(seen, ask).text());
      }
      try (EncodedVisual seen =
          model.encode(image, PictureSettings.DEFAULT, MethodSpec.FULL, Cancellation.NONE)) {
        assertFalse(seen.output().tap().has(layers), "the unpruned model looks at nothing");
      }
      assertThrows(
          IllegalArgumentException.class, () -> model.expect(List.of(MethodSpec.of("nothing"))));
    }
  }
}
