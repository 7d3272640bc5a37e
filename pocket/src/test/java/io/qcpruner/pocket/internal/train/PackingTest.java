package io.qcpruner.pocket.internal.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.model.nn.Tensors;
import io.qcpruner.pocket.question.Split;
import io.qcpruner.pocket.scene.Window;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;

class PackingTest {

  private static final CurriculumStage STAGE =
      new CurriculumStage("t", 0.2, List.of(new CurriculumStage.View(6, 1, 2, 3, 70, 1, 6)));

  @Test
  void turnsSeeThePictureAndThemselvesOnly() {
    PointerScope scope = new PointerScope();
    try (TurnEncoder encoder = new TurnEncoder()) {
      Batch batch = new BatchMaker(encoder).make(Split.TRAIN, STAGE, 5);
      PackedRows rows = new PackedRows(batch);
      int s = rows.count();
      float[] visible = Tensors.toFloats(rows.visible());
      int shared = batch.prefix().length + batch.window().patches();
      for (int b = 0; b < batch.size(); b++) {
        for (int i = shared; i < s; i++) {
          for (int j = 0; j < s; j++) {
            boolean own = turn(batch, b, i, shared) == turn(batch, b, j, shared);
            boolean wanted = j <= i && (j < shared || own);
            assertEquals(
                wanted,
                visible[(b * batch.textRows() + i - shared) * s + j] == 1,
                b + " " + i + " " + j);
          }
        }
      }
    } finally {
      scope.close();
    }
  }

  private static int turn(Batch batch, int b, int row, int shared) {
    return row < shared ? -7 : batch.turn()[b * batch.textRows() + row - shared];
  }

  @Test
  void droppedPatchesAreSeenByNoTurn() {
    PointerScope scope = new PointerScope();
    try (TurnEncoder encoder = new TurnEncoder()) {
      Batch batch = new BatchMaker(encoder).make(Split.TRAIN, STAGE, 5);
      PackedRows rows = new PackedRows(batch);
      boolean[] kept = new boolean[batch.window().patches()];
      kept[3] = true;
      Tensor all = rows.visible();
      float[] before = Tensors.toFloats(all);
      float[] after = Tensors.toFloats(rows.visibleWithout(all, kept));
      int s = rows.count();
      for (int i = 0; i < before.length; i++) {
        int patch = i % s - batch.prefix().length;
        boolean lost = patch >= 0 && patch < kept.length && !kept[patch];
        assertEquals(lost ? 0 : before[i], after[i]);
      }
    } finally {
      scope.close();
    }
  }

  @Test
  void everyTurnStartsAfterTheWholeGrid() {
    PointerScope scope = new PointerScope();
    try (TurnEncoder encoder = new TurnEncoder()) {
      Batch batch = new BatchMaker(encoder).make(Split.TRAIN, STAGE, 6);
      PackedRows rows = new PackedRows(batch);
      long[] positions = Tensors.toLongs(rows.positions());
      int before = batch.prefix().length;
      int text = before + Window.GRID * Window.GRID;
      assertEquals(before + batch.window().gridIndex(7), positions[rows.patchRow(7)]);
      assertEquals(text, positions[rows.rowOfText(0)]);
      for (Batch.PackedTurn t : batch.turns()) {
        assertEquals(batch.target()[t.last()], encoder.end());
        assertEquals(
            text + batch.offset()[t.first()], positions[rows.flatRow(t.first())], t.toString());
      }
    } finally {
      scope.close();
    }
  }

  @Test
  void theSameStepGivesTheSameBatch() {
    try (TurnEncoder encoder = new TurnEncoder()) {
      Batch a = new BatchMaker(encoder).make(Split.TRAIN, STAGE, 9);
      Batch b = new BatchMaker(encoder).make(Split.TRAIN, STAGE, 9);
      assertArrayEquals(a.pixels(), b.pixels());
      assertArrayEquals(a.text(), b.text());
    }
  }
}
