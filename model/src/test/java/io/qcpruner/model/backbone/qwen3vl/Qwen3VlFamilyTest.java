package io.qcpruner.model.backbone.qwen3vl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.video.VideoFrames;
import io.qcpruner.model.backbone.BackboneFamilies;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.text.Segment;
import java.io.IOException;
import java.util.Collections;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Qwen3-VL reads, and how its clips stand in a prompt. */
class Qwen3VlFamilyTest {
  private static final String TINY = TinyModel.QWEN3.json();

  @Test
  void headsAreAsWideAsTheFileSays() throws IOException {
    DecoderConfig d = BackboneFamilies.parse(TINY).config().decoder();
    assertEquals(32, d.headDim());
    assertEquals(64, d.hiddenSize());
    assertTrue(d.headNorms() && d.interleavedAxes());
    assertArrayEquals(new int[] {6, 5, 5}, d.mropeSection());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      textBlock =
          """
      [0,1,3]                     | [0,1,4]                     | deepstack_visual_indexes must be ascending layers below depth 4
      [0,1,3]                     | [1,0,3]                     | deepstack_visual_indexes must be ascending
      "num_hidden_layers":5       | "num_hidden_layers":2       | at most as many as the decoder's layers, 2
      "out_hidden_size":64        | "out_hidden_size":65        | out_hidden_size 65 differs
      "num_position_embeddings":49 | "num_position_embeddings":49,"window_size":4 | window_size
      "mrope_section":[6,5,5]     | "mrope_section":[6,5,4]     | mrope_section must be three counts
      """)
  void whatDoesNotFitIsNamed(String from, String to, String expected) {
    assertTrue(TINY.contains(from), from);
    String message =
        assertThrows(ConfigException.class, () -> BackboneFamilies.parse(TINY.replace(from, to)))
            .getMessage();
    assertTrue(message.contains(expected), message);
  }

  /** Five frames are three slices; the last is shown twice. */
  @Test
  void everySliceOfAClipStandsBehindItsTime() throws Exception {
    RgbImage frame = new RgbImage(96, 64, new byte[3 * 96 * 64]);
    VideoFrames frames =
        new VideoFrames(Collections.nCopies(5, frame), new int[] {0, 7, 15, 22, 29}, 30, 25);
    Qwen3VlSpec spec = (Qwen3VlSpec) BackboneFamilies.parse(TINY);
    Visual clip = spec.preparer().clip(frames);
    String text =
        spec.places(clip).stream()
            .map(s -> s.text().isEmpty() ? "*" : s.text())
            .collect(Collectors.joining());
    String slice = "<|vision_start|>*<|vision_end|>";
    // (0/25 + 7/25) / 2 = 0.14, (15/25 + 22/25) / 2 = 0.74, 29/25 = 1.16
    assertEquals("<0.1 seconds>" + slice + "<0.7 seconds>" + slice + "<1.2 seconds>" + slice, text);
    Visual picture = spec.preparer().picture(frame);
    assertEquals(java.util.List.of(Segment.visual()), spec.places(picture));
  }
}
