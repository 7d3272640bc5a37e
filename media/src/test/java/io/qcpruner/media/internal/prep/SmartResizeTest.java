package io.qcpruner.media.internal.prep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.media.MediaException;
import io.qcpruner.media.internal.prep.SmartResize.Size;
import io.qcpruner.testkit.Seeded;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Seeded.class)
class SmartResizeTest {

  @Test
  void examplesOfTheSpecification() throws Exception {
    SmartResize rule = new SmartResize(28, 3136, 1003520, false);
    assertEquals(new Size(476, 644), rule.of(480, 640));
    assertEquals(new Size(56, 56), rule.of(70, 42));
  }

  @Test
  void aFixedAreaIsNotTheFixedSquare() throws Exception {
    SmartResize rule = new SmartResize(28, 1016064, 1016064, false);
    Size size = rule.of(480, 640);
    assertEquals(new Size(896, 1176), size);
    assertEquals(1344, size.height() * size.width() / (28 * 28));
  }

  @Test
  void halvesGoToTheEvenMultiple() throws Exception {
    // 70 / 28 = 2.5 and 98 / 28 = 3.5
    assertEquals(new Size(56, 112), SmartResize.checkpoint().of(70, 98));
  }

  @Test
  void aSideThatRoundsToZeroIsHandledInBothWays() throws Exception {
    assertEquals(new Size(28, 728), new SmartResize(28, 3136, 12845056, false).of(5, 800));
    assertEquals(new Size(28, 812), new SmartResize(28, 3136, 12845056, true).of(5, 800));
  }

  @Test
  void refusesThinImages() {
    assertThrows(MediaException.class, () -> SmartResize.checkpoint().of(1, 201));
    assertThrows(MediaException.class, () -> SmartResize.checkpoint().of(2001, 10));
    assertThrows(IllegalArgumentException.class, () -> SmartResize.checkpoint().of(0, 10));
  }

  @Test
  void sidesAreWholeAndTheAreaIsInBounds(Random random) throws Exception {
    SmartResize rule = new SmartResize(28, 200704, 1605632, false);
    for (int i = 0; i < 500; i++) {
      int h = 28 + random.nextInt(3000);
      int w = Math.max(28, Math.min(h * 20, 28 + random.nextInt(3000)));
      Size size = rule.of(h, w);
      assertEquals(0, size.height() % 28);
      assertEquals(0, size.width() % 28);
      long area = (long) size.height() * size.width();
      assertTrue(area >= 200704 && area <= 1605632, () -> h + "x" + w + " -> " + size);
    }
  }
}
