package io.qcpruner.eval.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Figures that can be printed: colours that differ, names at the lines, real text, 300 dpi. */
final class FigureTest {
  @TempDir private Path folder;

  private static LinePlot.Series series(String name, double... y) {
    return new LinePlot.Series(
        name,
        List.of(16.0, 32.0, 64.0),
        IntStream.range(0, 3).mapToObj(i -> y[i]).toList(),
        IntStream.range(0, 3).mapToObj(i -> new LinePlot.Range(y[i] - 4, y[i] + 1)).toList());
  }

  private static LinePlot plot() {
    return new LinePlot(
            "Retention",
            "tokens",
            "Avg. Rel. (%)",
            List.of(series("QCPruner", 98, 99, 100), series("FastV", 80, 85, 92)),
            Double.NaN)
        .doublings()
        .with(new LinePlot.Level("full model", 100));
  }

  @Test
  void namesStandAtTheLinesAsText() throws Exception {
    List<Path> files = plot().write(folder, "plot");
    String svg = Files.readString(files.get(1));
    for (String words : List.of("QCPruner", "FastV", "full model")) {
      assertTrue(svg.contains(">" + words + "<"), words);
    }
    assertTrue(files.get(2).toString().endsWith(".pdf"));
  }

  @Test
  void pixelsSayTheirSize() throws Exception {
    Path png = plot().write(folder, "plot").get(0);
    try (ImageInputStream in = ImageIO.createImageInputStream(png.toFile())) {
      ImageReader reader = ImageIO.getImageReaders(in).next();
      reader.setInput(in);
      var size =
          (javax.imageio.metadata.IIOMetadataNode)
              reader.getImageMetadata(0).getAsTree("javax_imageio_1.0");
      var pixel =
          (javax.imageio.metadata.IIOMetadataNode)
              size.getElementsByTagName("HorizontalPixelSize").item(0);
      assertEquals(25.4 / 300, Double.parseDouble(pixel.getAttribute("value")), 1e-4);
      reader.dispose();
    }
  }

  /** The interval of the last point of each line is drawn in the line's colour below and above. */
  @Test
  void everyLineHasItsOwnColour() throws Exception {
    BufferedImage image = ImageIO.read(plot().write(folder, "plot").get(0).toFile());
    Set<Integer> seen = new HashSet<>();
    for (int x = 0; x < image.getWidth(); x++) {
      for (int y = 0; y < image.getHeight(); y++) {
        seen.add(image.getRGB(x, y) & 0xFFFFFF);
      }
    }
    assertTrue(seen.contains(LineStyles.color(0).getRGB() & 0xFFFFFF));
    assertTrue(seen.contains(LineStyles.color(1).getRGB() & 0xFFFFFF));
    Set<List<Object>> looks = new HashSet<>();
    for (int i = 0; i < 56; i++) {
      looks.add(List.of(LineStyles.color(i), LineStyles.marker(i)));
    }
    assertEquals(56, looks.size());
    assertTrue(looks.stream().noneMatch(l -> l.contains(Color.YELLOW)));
  }

  @Test
  void labelsKeepApart() {
    assertEquals(
        List.of(50.0, 64.0, 20.0), LineLabels.spread(List.of(50.0, 51.0, 20.0), 14, 0, 100));
    assertEquals(List.of(86.0, 100.0), LineLabels.spread(List.of(98.0, 99.0), 14, 0, 100));
    assertEquals(List.of(30.0), LineLabels.spread(List.of(30.0), 14, 0, 100));
  }

  @Test
  void intervalsBelongToPoints() {
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new LinePlot.Series(
                "a", List.of(1.0, 2.0), List.of(1.0, 2.0), List.of(new LinePlot.Range(0, 1))));
  }
}
