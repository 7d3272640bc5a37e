package io.qcpruner.eval.calibrate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.calibrate.LayerStability.Agreement;
import io.qcpruner.eval.plot.Figure;
import io.qcpruner.eval.plot.LinePlot;
import io.qcpruner.eval.report.PaperTable;
import io.qcpruner.eval.run.FakeModel;
import io.qcpruner.eval.run.FakeTask;
import io.qcpruner.eval.task.ModelProfile;
import io.qcpruner.eval.task.Sample;
import io.qcpruner.testkit.Seeded;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(Seeded.class)
class CalibrateTest {

  @TempDir Path folder;

  private static List<Agreement> paper() {
    List<Agreement> rows = new ArrayList<>();
    for (Map<String, String> row : PaperTable.load("layer_stability").rows()) {
      rows.add(
          new Agreement(
              Integer.parseInt(row.get("layer")),
              Double.parseDouble(row.get("fused_spearman")),
              Double.parseDouble(row.get("top64_jaccard")),
              Double.parseDouble(row.get("alignment_spearman")),
              Double.parseDouble(row.get("hidden_spearman"))));
    }
    return rows;
  }

  @Test
  void thePapersTableGivesThePapersLayer() {
    assertEquals(7, LayerStability.choose(paper(), 9));
  }

  /** Three panels, each with the hook dashed at layer 7 and layers 9 to 11 shaded. */
  @Test
  void thePapersFigureHasThreePanels() throws IOException {
    Figure figure = LayerStability.figure(paper(), 9, 11, 64);
    assertEquals(List.of(1, 1, 2), figure.panels().stream().map(p -> p.series().size()).toList());
    for (LinePlot panel : figure.panels()) {
      assertEquals(7, panel.mark());
      assertEquals(Optional.of(new LinePlot.Band(9, 11)), panel.band());
    }
    List<Path> files = figure.write(folder, "paper");
    BufferedImage picture = ImageIO.read(files.get(0).toFile());
    assertEquals(2100, picture.getWidth(), "two columns of a paper at 300 dots per inch");
    // the band lies between the layers left and right of it, in the background of each panel
    int shade = 0xE8E8E8;
    for (int p = 0; p < 3; p++) {
      int shaded = 0;
      for (int x = p * 700; x < (p + 1) * 700; x++) {
        for (int y = 0; y < picture.getHeight(); y++) {
          shaded += (picture.getRGB(x, y) & 0xFFFFFF) == shade ? 1 : 0;
        }
      }
      assertTrue(shaded > 5000, "panel " + p + " shows " + shaded + " shaded pixels");
    }
    String svg = Files.readString(files.get(1));
    assertTrue(svg.contains("width=\"%dpx\"".formatted(3 * figure.width())), "the SVG's width");
  }

  @Test
  void thePapersSweepsGiveThePapersFloors() {
    Map<String, String> expected =
        Map.of(
            "llava15_mmstar_64_of_576", "0.0",
            "qwen25vl_mmstar_256_of_1296", "0.4",
            "llava_video_nextqa_2048_of_10816", "0.5");
    expected.forEach(
        (column, rho) -> {
          List<FloorSweep.Point> points = new ArrayList<>();
          for (Map<String, String> row : PaperTable.load("rho_sweep").rows()) {
            points.add(
                new FloorSweep.Point(
                    new BigDecimal(row.get("rho")), Double.parseDouble(row.get(column))));
          }
          assertEquals(new BigDecimal(rho), FloorSweep.choose(points), column);
        });
  }

  @Test
  void diagnosticEndPointIsNeverChosen() {
    List<FloorSweep.Point> points =
        List.of(
            new FloorSweep.Point(new BigDecimal("0.0"), 0.3),
            new FloorSweep.Point(new BigDecimal("0.1"), 0.3),
            new FloorSweep.Point(new BigDecimal("1.0"), 0.9));
    assertEquals(new BigDecimal("0.0"), FloorSweep.choose(points));
    assertEquals(11, FloorSweep.settings(MethodSpec.parse("qcpruner:layer=3@64")).size());
    assertEquals(
        "qcpruner:layer=3,rho=0.4@64",
        FloorSweep.settings(MethodSpec.parse("qcpruner:layer=3@64")).get(4).toString());
  }

  /** The textbook formula for vectors without ties. */
  @Test
  void spearmanEqualsTheFormulaWithoutTies(Random random) {
    for (int n : new int[] {2, 3, 7, 64}) {
      float[] a = new float[n];
      float[] b = new float[n];
      for (int i = 0; i < n; i++) {
        a[i] = random.nextFloat() + i * 1e-3f;
        b[i] = random.nextFloat() + i * 1e-3f;
      }
      double squares = 0;
      for (int i = 0; i < n; i++) {
        double d = countBelow(a, a[i]) - countBelow(b, b[i]);
        squares += d * d;
      }
      double expected = 1 - 6 * squares / (n * ((double) n * n - 1));
      assertEquals(expected, Ranks.spearman(a, b), 1e-9);
    }
  }

  private static int countBelow(float[] values, float limit) {
    int count = 0;
    for (float v : values) {
      count += v < limit ? 1 : 0;
    }
    return count;
  }

  @Test
  void tiesShareTheirRank() {
    // ranks 1.5 1.5 3 against 1 2 3: r = 0.866
    assertEquals(
        Math.sqrt(3) / 2, Ranks.spearman(new float[] {5, 5, 1}, new float[] {9, 8, 1}), 1e-12);
    assertEquals(0, Ranks.spearman(new float[] {1, 1}, new float[] {1, 2}), 0);
  }

  @Test
  void jaccardEqualsSets(Random random) {
    float[] a = new float[50];
    float[] b = new float[50];
    for (int i = 0; i < 50; i++) {
      a[i] = random.nextInt(10);
      b[i] = random.nextInt(10);
    }
    Set<Integer> union = new HashSet<>(naiveTop(a, 12));
    Set<Integer> both = new HashSet<>(naiveTop(a, 12));
    union.addAll(naiveTop(b, 12));
    both.retainAll(naiveTop(b, 12));
    assertEquals((double) both.size() / union.size(), Ranks.topJaccard(a, b, 12), 1e-12);
    assertEquals(1, Ranks.topJaccard(a, a, 50), 0);
  }

  /** One after the other the largest value, the lowest index first. */
  private static List<Integer> naiveTop(float[] values, int k) {
    float[] left = Arrays.copyOf(values, values.length);
    List<Integer> top = new ArrayList<>();
    for (int round = 0; round < k; round++) {
      int best = 0;
      for (int i = 1; i < left.length; i++) {
        best = left[i] > left[best] ? i : best;
      }
      top.add(best);
      left[best] = Float.NEGATIVE_INFINITY;
    }
    return top;
  }

  @Test
  void protocolFindsTheTransitionOfTheFakeModel() throws IOException {
    LayerStability stability = new LayerStability(8, 10, 16);
    FakeModel model = new FakeModel(ModelProfile.LLAVA_1_5);
    for (Sample sample :
        new FakeTask("t", 40).load(Optional.empty(), ModelProfile.LLAVA_1_5).samples()) {
      try (var loaded = model.load(sample)) {
        stability.add(loaded.cues());
      }
    }
    assertEquals(40, stability.samples());
    assertEquals(10, stability.agreements().size());
    // the fake model's cues become calm at layer 5
    assertEquals(5, stability.choose());
    assertTrue(stability.text().rows().get(4).get(0).endsWith("*"));
    List<Path> figure = stability.figure().write(folder, "layers");
    assertNotNull(ImageIO.read(figure.get(0).toFile()));
  }

  @Test
  void consensusMustExist() throws IOException {
    assertThrows(IllegalArgumentException.class, () -> new LayerStability(0, 3, 8));
    LayerStability stability = new LayerStability(9, 12, 8);
    Sample sample =
        new FakeTask("t", 1).load(Optional.empty(), ModelProfile.LLAVA_1_5).samples().get(0);
    try (var loaded = new FakeModel(ModelProfile.LLAVA_1_5).load(sample)) {
      assertEquals(
          "consensus layer 12 of a model with 12 layers",
          assertThrows(IllegalArgumentException.class, () -> stability.add(loaded.cues()))
              .getMessage());
    }
    assertEquals(9, LayerStability.defaultConsensus(32)[0]);
    assertEquals(2, LayerStability.defaultConsensus(6)[0]);
    assertEquals(4, LayerStability.defaultConsensus(6)[1]);
  }
}
