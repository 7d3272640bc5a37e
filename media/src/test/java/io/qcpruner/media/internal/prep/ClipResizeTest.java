package io.qcpruner.media.internal.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.media.MediaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClipResizeTest {

  /** By {@code smart_resize} of transformers 5.22.2, video_processing_qwen3_vl.py. */
  @ParameterizedTest
  @CsvSource({
    "8,480,640,32768,4194304,480,640",
    "16,1080,1920,32768,4194304,384,672",
    "5,720,1280,4096,25165824,704,1280",
    "2,20,30,32768,4194304,128,160",
    "7,16,400,4096,25165824,32,800",
    "64,360,640,131072,786432,64,128",
    "3,97,203,32768,4194304,96,192",
    "33,719,405,32768,2000000,320,160",
    "4,31,6000,4096,25165824,32,6208"
  })
  void sizesAreThoseOfTheReference(
      int frames, int height, int width, long least, long most, int rows, int columns)
      throws MediaException {
    SmartResize.Size size = new ClipResize(32, least, most).of(frames, height, width);
    assertEquals(new SmartResize.Size(rows, columns), size);
  }

  @Test
  void aSingleFrameIsSizedAsTwo() throws MediaException {
    ClipResize rule = new ClipResize(32, 4096, 1 << 20);
    assertEquals(rule.of(2, 900, 900), rule.of(1, 900, 900));
  }

  @Test
  void framesThatAreTooLongAreRefused() {
    MediaException refused =
        assertThrows(MediaException.class, () -> new ClipResize(32, 4096, 1 << 20).of(4, 40, 8040));
    assertTrue(refused.getMessage().contains("200 times"), refused.getMessage());
  }
}
