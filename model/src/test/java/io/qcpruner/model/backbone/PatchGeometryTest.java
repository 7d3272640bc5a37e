package io.qcpruner.model.backbone;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.media.internal.draw.Area;
import io.qcpruner.media.internal.prep.AnyRes;
import io.qcpruner.media.internal.prep.AnyResLayout;
import io.qcpruner.media.internal.prep.Box;
import org.junit.jupiter.api.Test;

final class PatchGeometryTest {

  @Test
  void stretchedCellsTileThePicture() {
    PatchGeometry geometry = PatchGeometry.stretched(60, 30, 3, 6);
    assertEquals(new Area(50, 20, 10, 10), geometry.area(0, 2, 5));
  }

  @Test
  void paddingBarsShowNothing() {
    // 40 x 20 in a 40 x 40 square: 10 pixels of bar above and below, 4 x 4 cells of 10 pixels
    PatchGeometry geometry = PatchGeometry.padded(40, 20, 4);
    assertTrue(geometry.area(0, 0, 0).isEmpty());
    assertEquals(new Area(10, 0, 10, 10), geometry.area(0, 1, 1));
    assertEquals(new Area(30, 10, 10, 10), geometry.area(0, 2, 3));
    assertTrue(geometry.area(0, 3, 3).isEmpty());
  }

  @Test
  void tilesMapBackThroughTheCanvas() {
    // 50 x 50 picture doubled to 100 x 100, pasted at (20, 0) of a 140 x 100 canvas of 2 x 1 tiles
    AnyResLayout layout =
        new AnyResLayout(
            new AnyRes.Canvas(140, 100), new Box(20, 0, 100, 100), 2, 1, 10, new Box(3, 0, 14, 10));
    PatchGeometry geometry = PatchGeometry.anyRes(50, 50, layout);
    assertEquals(new Area(0, 0, 5, 5), geometry.area(0, 0, 0));
    // column 10 of 20 starts at canvas x 70, that is picture x (70 - 20) / 2
    Area second = geometry.area(2, 4, 0);
    assertEquals(25, second.x(), 1e-9);
    assertEquals(20, second.y(), 1e-9);
    assertEquals(3.5, second.width(), 1e-9);
    assertTrue(geometry.area(1, 0, 0).isEmpty(), "left of the picture");
  }
}
