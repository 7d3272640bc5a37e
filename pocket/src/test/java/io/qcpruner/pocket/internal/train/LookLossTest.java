package io.qcpruner.pocket.internal.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.model.nn.Holder;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.pocket.question.Split;
import io.qcpruner.testkit.Seeded;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.bytedeco.javacpp.PointerScope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The padded batch of looks against one look at a time. */
@ExtendWith(Seeded.class)
class LookLossTest {

  private static final int HEADS = 4;
  private static final int DIM = 8;

  private static Batch batch(TurnEncoder encoder, double longForms) {
    CurriculumStage stage =
        new CurriculumStage(
            "t", longForms, List.of(new CurriculumStage.View(6, 1, 2, 3, 160, 1, 6)));
    return new BatchMaker(encoder).make(Split.TRAIN, stage, 11);
  }

  @ParameterizedTest
  @EnumSource(Batch.Aim.class)
  void equalsOneLookAtATime(Batch.Aim aim, Random random) {
    PointerScope scope = new PointerScope();
    try (TurnEncoder encoder = new TurnEncoder();
        Holder holder = new Holder()) {
      Batch batch = batch(encoder, 0.7);
      PackedRows rows = new PackedRows(batch);
      int s = rows.count();
      float[] q = gaussian(random, batch.size() * HEADS * s * DIM);
      float[] k = gaussian(random, batch.size() * HEADS * s * DIM);
      LookLoss loss = new LookLoss(batch, aim, rows, rows.visible(), holder);
      loss.record(
          Tensors.ofFloats(q, Placement.cpu(), batch.size(), HEADS, s, DIM),
          Tensors.ofFloats(k, Placement.cpu(), batch.size(), HEADS, s, DIM));
      assertEquals(naive(batch, aim, rows, q, k), loss.mean().orElseThrow().item_float(), 1e-4);
    } finally {
      scope.close();
    }
  }

  @Test
  void withoutOptionsThereIsNothingToLookAt() {
    PointerScope scope = new PointerScope();
    try (TurnEncoder encoder = new TurnEncoder();
        Holder holder = new Holder()) {
      Batch batch = batch(encoder, 0);
      PackedRows rows = new PackedRows(batch);
      LookLoss loss = new LookLoss(batch, Batch.Aim.OPTION, rows, rows.visible(), holder);
      loss.record(null, null);
      assertTrue(loss.mean().isEmpty());
    } finally {
      scope.close();
    }
  }

  private static double naive(Batch batch, Batch.Aim aim, PackedRows rows, float[] q, float[] k) {
    List<Double> losses = new ArrayList<>();
    boolean even = aim == Batch.Aim.CENTERS;
    int s = rows.count();
    for (Batch.Look look : batch.looks()) {
      if (look.aim() != aim) {
        continue;
      }
      for (int h = 0; h < 2; h++) {
        int head = h + (even || aim == Batch.Aim.ASKED ? 2 : 0);
        int row = rows.rowOfText(look.row());
        double[] attention = attention(batch, rows, look, head, row, q, k, s);
        int[] where = h == 0 ? look.first() : look.second();
        double sum = 0;
        for (int w : where) {
          int at =
              even || aim == Batch.Aim.OBJECT || aim == Batch.Aim.ASKED
                  ? rows.patchRow(w)
                  : rows.rowOfText(w);
          sum += even ? Math.log(attention[at] + 1e-6) / (1 + where.length) : attention[at];
        }
        if (even) {
          sum += Math.log(attention[0] + 1e-6) / (1 + where.length);
        } else if (where.length == 0) {
          sum = attention[0];
        }
        int times = even && where.length > 1 ? (int) LookLoss.SEVERAL : 1;
        double loss = even ? -sum : -Math.log(sum + 1e-6);
        losses.addAll(Collections.nCopies(times, loss));
      }
    }
    return losses.stream().mapToDouble(d -> d).average().orElseThrow();
  }

  private static double[] attention(
      Batch batch,
      PackedRows rows,
      Batch.Look look,
      int head,
      int row,
      float[] q,
      float[] k,
      int s) {
    int from = (look.picture() * HEADS + head) * s;
    double[] weight = new double[s];
    double total = 0;
    for (int j = 0; j <= row; j++) {
      int text = j - rows.shared();
      int first = look.picture() * batch.textRows();
      if (text >= 0 && batch.turn()[first + text] != batch.turn()[look.row()]) {
        continue;
      }
      double dot = 0;
      for (int d = 0; d < DIM; d++) {
        dot += q[(from + row) * DIM + d] * k[(from + j) * DIM + d];
      }
      weight[j] = Math.exp(dot / Math.sqrt(DIM));
      total += weight[j];
    }
    for (int j = 0; j < s; j++) {
      weight[j] /= total;
    }
    return weight;
  }

  private static float[] gaussian(Random random, int n) {
    float[] values = new float[n];
    for (int i = 0; i < n; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return values;
  }
}
