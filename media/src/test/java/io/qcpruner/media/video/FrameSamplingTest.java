package io.qcpruner.media.video;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class FrameSamplingTest {

  @Test
  void usesTheProductAndNotTheFraction() {
    int[] indices = FrameSampling.PAPER.indices(154, 25);
    assertEquals(64, indices.length);
    assertEquals(50, indices[21]);
    assertEquals(0, indices[0]);
    assertEquals(153, indices[63]);
  }

  @Test
  void shortClipsRepeatFrames() {
    assertArrayEquals(new int[64], FrameSampling.PAPER.indices(1, 25));
    int[] three = FrameSampling.PAPER.indices(3, 25);
    assertEquals(0, three[31]);
    assertEquals(1, three[32]);
    assertEquals(1, three[62]);
    assertEquals(2, three[63]);
    assertArrayEquals(new int[] {0}, new FrameSampling(1, true).indices(9, 25));
  }

  @Test
  void oneFrameASecondUntilThereAreTooMany() {
    FrameSampling sampling = new FrameSampling(4, false);
    assertArrayEquals(new int[] {0, 25, 50, 75}, sampling.indices(100, 25));
    assertArrayEquals(new int[] {0, 33, 66, 100}, sampling.indices(101, 25));
    assertArrayEquals(new int[] {0, 1, 2}, sampling.indices(3, 0.2));
    // 2.5 frames a second round to 2, 3.5 to 4
    assertArrayEquals(new int[] {0, 2, 4}, sampling.indices(6, 2.5));
    assertArrayEquals(new int[] {0, 4}, sampling.indices(6, 3.5));
  }

  @Test
  void refusesEmptyClips() {
    assertThrows(IllegalArgumentException.class, () -> FrameSampling.PAPER.indices(0, 25));
    assertThrows(IllegalArgumentException.class, () -> FrameSampling.PAPER.indices(5, 0));
    assertThrows(IllegalArgumentException.class, () -> FrameSampling.PAPER.indices(5, Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> new FrameSampling(0, true));
  }
}
