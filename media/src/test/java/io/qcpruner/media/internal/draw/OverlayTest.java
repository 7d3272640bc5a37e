package io.qcpruner.media.internal.draw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.media.RgbImage;
import java.awt.image.BufferedImage;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OverlayTest {
  private final RgbImage picture = RgbImage.filled(40, 40, 200, 100, 50);
  private final Overlay overlay = new Overlay(picture);

  @Test
  void keptPatchesKeepTheirPixelsAndTheRestIsDark() {
    BufferedImage out = overlay.kept(List.of(new Area(20, 10, 10, 10)));
    assertEquals(0xC86432, out.getRGB(25, 15) & 0xFFFFFF);
    assertTrue((out.getRGB(5, 5) >> 16 & 255) < 100);
  }

  @Test
  void theLargestValueIsTheBrightestCell() {
    List<Area> cells = List.of(new Area(0, 0, 10, 10), new Area(30, 30, 10, 10));
    BufferedImage out = overlay.heat(cells, new float[] {-2, 7});
    assertTrue((out.getRGB(35, 35) >> 8 & 255) > (out.getRGB(5, 5) >> 8 & 255));
    assertEquals(out.getRGB(15, 15) & 255, out.getRGB(15, 15) >> 8 & 255, "grey elsewhere");
  }

  @Test
  void enlargedDrawingsKeepTheirPlaces() {
    Overlay large = new Overlay(picture, 3);
    BufferedImage out = large.kept(List.of(new Area(20, 10, 10, 10)));
    assertEquals(120, out.getWidth());
    assertEquals(0xC86432, out.getRGB(75, 45) & 0xFFFFFF);
    assertTrue((out.getRGB(55, 45) >> 16 & 255) < 100, "left of the area");
    assertTrue((out.getRGB(95, 45) >> 16 & 255) < 100, "right of the area");
    assertThrows(IllegalArgumentException.class, () -> new Overlay(picture, 0));
  }

  @Test
  void countsMustAgree() {
    assertThrows(IllegalArgumentException.class, () -> overlay.heat(List.of(), new float[] {1}));
  }
}
