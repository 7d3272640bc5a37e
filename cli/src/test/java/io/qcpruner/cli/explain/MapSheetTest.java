package io.qcpruner.cli.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sheets of pictures. */
class MapSheetTest {

  private static MapSheet.Tile tile(String label, Color color, int width, int height) {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D g = image.createGraphics();
    g.setColor(color);
    g.fillRect(0, 0, width, height);
    g.dispose();
    return new MapSheet.Tile(label, image);
  }

  private static MapSheet.Row row(String title, String... labels) {
    return new MapSheet.Row(
        title, List.of(labels).stream().map(l -> tile(l, Color.RED, 40, 20)).toList());
  }

  /** Nine layers of three samples, whose labels stand once. */
  @Test
  void sharedLabelsStandOnce() {
    MapSheet shared = new MapSheet(List.of(row("(a)", "x", "y"), row("(b)", "x", "y")));
    MapSheet other = new MapSheet(List.of(row("(a)", "x", "y"), row("(b)", "x", "z")));
    assertEquals(20, other.draw().getHeight() - shared.draw().getHeight());
  }

  @Test
  void everyPictureIsThere() {
    MapSheet sheet =
        new MapSheet(
            List.of(
                new MapSheet.Row(
                    "a title that is far too long for a sheet of two small pictures side by side",
                    List.of(tile("1", Color.RED, 10, 10), tile("2", Color.BLUE, 10, 10))),
                new MapSheet.Row("b", List.of(tile("3", Color.GREEN, 30, 10)))));
    BufferedImage drawn = sheet.draw();
    assertEquals(6 + 2 * 138, drawn.getWidth());
    assertEquals(Color.RED.getRGB(), drawn.getRGB(72, 120));
    assertEquals(Color.BLUE.getRGB(), drawn.getRGB(210, 120));
    assertEquals(Color.GREEN.getRGB(), drawn.getRGB(72, drawn.getHeight() - 25));
    // the title ends before the edge
    for (int y = 0; y < 30; y++) {
      assertEquals(Color.WHITE.getRGB(), drawn.getRGB(drawn.getWidth() - 2, y));
    }
  }

  @Test
  void emptySheetsAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new MapSheet(List.of()));
    assertThrows(IllegalArgumentException.class, () -> new MapSheet(List.of(row("nothing"))));
  }
}
