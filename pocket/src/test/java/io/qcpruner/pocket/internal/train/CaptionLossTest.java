package io.qcpruner.pocket.internal.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.config.ClipTextConfig;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.vision.ClipTextTower;
import io.qcpruner.model.weights.CompanionWeights;
import io.qcpruner.pocket.PocketShape;
import io.qcpruner.pocket.question.Split;
import io.qcpruner.testkit.Seeded;
import io.qcpruner.text.Tokenizer;
import io.qcpruner.text.TokenizerFiles;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(Seeded.class)
class CaptionLossTest {

  private static final CurriculumStage STAGE =
      new CurriculumStage(
          "t", 0.2, List.of(new CurriculumStage.View(6, 1, 2, 3, 70, 1, 6)), Lesson.MANY_DEPTHS);

  /** The class row and some patches. */
  private static final int ROWS = 7;

  @TempDir Path folder;

  @Test
  void equalsTheLogisticLossOfEachPair(Random random) throws Exception {
    PointerScope scope = new PointerScope();
    try (TurnEncoder encoder = new TurnEncoder();
        Parameters parameters = Initializer.fresh(5, encoder.vocabulary());
        Workspace workspace = new Workspace(Placement.cpu())) {
      Initializer.addCaptions(parameters, 6);
      ModuleFactory modules = new ModuleFactory(parameters, Placement.cpu());
      Batch.Captions captions =
          new BatchMaker(encoder).make(Split.TRAIN, STAGE, 4).captions().orElseThrow();
      int d = PocketShape.TOWER_WIDTH;
      float[] rows = new float[3 * ROWS * d];
      for (int i = 0; i < rows.length; i++) {
        rows[i] = (float) random.nextGaussian();
      }
      Tensor loss =
          new CaptionLoss(modules)
              .of(Tensors.ofFloats(rows, Placement.cpu(), 3, ROWS, d), captions, workspace);
      assertEquals(naive(parameters, rows, captions, workspace), loss.item_float(), 1e-4);
    } finally {
      scope.close();
    }
  }

  /** Class row by its cosine, patches by the mean of their four largest. */
  private static double naive(
      Parameters parameters, float[] rows, Batch.Captions captions, Workspace workspace)
      throws Exception {
    ClipTextTower text =
        new ClipTextTower(PocketShape.captions(), new ModuleFactory(parameters, Placement.cpu()));
    float[] projection = Tensors.toFloats(parameters.all().get("visual_projection.weight"));
    int d = PocketShape.TOWER_WIDTH;
    int texts = captions.ids().size();
    double[] sum = new double[2];
    int[] count = new int[2];
    for (int b = 0; b < 3; b++) {
      for (int c = 0; c < texts; c++) {
        float[] t = Tensors.toFloats(text.encode(captions.ids().get(c), workspace));
        double[] cosines = new double[ROWS];
        for (int r = 0; r < ROWS; r++) {
          cosines[r] = cosine(project(rows, b * ROWS + r, projection, d), t);
        }
        double[] patches = Arrays.copyOfRange(cosines, 1, ROWS);
        Arrays.sort(patches);
        double nearest = Arrays.stream(patches).skip(patches.length - 4).sum() / 4;
        int side = captions.holds()[b * texts + c] ? 1 : 0;
        for (double z : new double[] {24 * cosines[0] - 5, 20 * nearest - 10}) {
          sum[side] += 0.5 * Math.log1p(Math.exp(side == 1 ? -z : z));
        }
        count[side]++;
      }
    }
    assertTrue(count[0] > 0 && count[1] > 0);
    return sum[0] / count[0] + sum[1] / count[1];
  }

  private static double cosine(double[] a, float[] b) {
    double dot = 0;
    double aa = 0;
    double bb = 0;
    for (int i = 0; i < a.length; i++) {
      dot += a[i] * b[i];
      aa += a[i] * a[i];
      bb += b[i] * b[i];
    }
    return dot / Math.sqrt(aa * bb);
  }

  /** The norm in front starts as the plain one. */
  private static double[] project(float[] rows, int b, float[] projection, int d) {
    double mean = 0;
    double square = 0;
    for (int i = 0; i < d; i++) {
      mean += rows[b * d + i] / d;
      square += rows[b * d + i] * rows[b * d + i] / d;
    }
    double scale = 1 / Math.sqrt(square - mean * mean + 1e-5);
    double[] out = new double[projection.length / d];
    for (int o = 0; o < out.length; o++) {
      for (int i = 0; i < d; i++) {
        out[o] += projection[o * d + i] * (rows[b * d + i] - mean) * scale;
      }
    }
    return out;
  }

  @Test
  void theExportIsReadAsClipFolder() throws Exception {
    PointerScope scope = new PointerScope();
    try (TurnEncoder encoder = new TurnEncoder();
        Parameters parameters = Initializer.fresh(5, encoder.vocabulary());
        Workspace workspace = new Workspace(Placement.cpu())) {
      Initializer.addCaptions(parameters, 6);
      CaptionExport.write(parameters, folder);
      ClipTextConfig config = ClipTextConfig.read(folder);
      assertEquals(PocketShape.captions(), config);
      int[] ids = encoder.caption("a red circle");
      float[] before;
      float[] after;
      try (CompanionWeights weights = CompanionWeights.open(folder);
          Tokenizer tokenizer = TokenizerFiles.load(folder)) {
        assertEquals(ids[0], tokenizer.special("<|startoftext|>").orElseThrow());
        assertEquals(ids[ids.length - 1], tokenizer.special("<|endoftext|>").orElseThrow());
        int[] inner = tokenizer.encode("a red circle").ids();
        assertEquals(ids.length - 2, inner.length);
        assertEquals(ids[2], inner[1]);
        ModuleFactory modules = new ModuleFactory(weights, Placement.cpu());
        after = Tensors.toFloats(new ClipTextTower(config, modules).encode(ids, workspace));
      }
      ModuleFactory modules = new ModuleFactory(parameters, Placement.cpu());
      before = Tensors.toFloats(new ClipTextTower(config, modules).encode(ids, workspace));
      for (int i = 0; i < before.length; i++) {
        assertEquals(before[i], after[i], 0.02, "column " + i);
      }
    } finally {
      scope.close();
    }
  }
}
