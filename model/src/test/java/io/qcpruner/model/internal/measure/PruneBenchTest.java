package io.qcpruner.model.internal.measure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.synthetic.ModelShape;
import io.qcpruner.checkpoint.synthetic.NameLayout;
import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.model.prune.StageClock.Part;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the bench measures is what the model does. */
final class PruneBenchTest {
  /** 35 ids, a grid of 4 x 4 patches, 27 ids. */
  private static final int ALL = 35 + 16 + 27;

  private static final int KEPT = 35 + 5 + 27;

  @Test
  void everyLayerSeesTheRowsThatThePlanLeaves() throws IOException {
    try (PruneBench bench = bench()) {
      assertEquals(16, bench.patches());
      assertArrayEquals(new int[] {ALL, ALL, ALL, ALL}, bench.run().rowsPerLayer());
      PruneBench.Pass pass = bench.run(request(bench, "qcpruner:layer=1"));
      assertArrayEquals(new int[] {ALL, ALL, KEPT, KEPT}, pass.rowsPerLayer());
    }
  }

  @Test
  void thePrefillIsTimedWithWhatTheMethodAdds() throws IOException {
    try (PruneBench bench = bench()) {
      MethodSpec request = request(bench, "qcpruner:layer=1");
      long start = System.nanoTime();
      PruneBench.Pass pass = bench.run(request);
      double wall = (System.nanoTime() - start) / 1e6;
      assertTrue(pass.millis() <= wall, pass.millis() + " ms of " + wall);
      double added = 0;
      for (Part part : List.of(Part.CUES, Part.AFFINITY, Part.SELECTION)) {
        assertTrue(pass.clock().nanos(part) > 0, part.toString());
        added += pass.clock().millis(part);
      }
      assertTrue(pass.millis() > added, "decoder layers take time, too");
      PruneBench.Pass unpruned = bench.run();
      assertEquals(0, unpruned.clock().nanos(Part.SELECTION));
      assertEquals(0, unpruned.clock().nanos(Part.AFFINITY));
    }
  }

  @Test
  void methodsBehindTheTowerPruneToo() throws IOException {
    try (PruneBench bench = bench()) {
      PruneBench.Pass pass = bench.run(request(bench, "visionzip"));
      assertTrue(pass.rowsPerLayer()[0] < ALL, "rows are gone before layer 0");
    }
  }

  @Test
  void aPicturesIdMayBeASmallNumber() throws IOException {
    String config =
        TinyModel.LLAVA.json().replace("\"image_token_index\":95", "\"image_token_index\":9");
    try (PruneBench bench = bench(config)) {
      assertArrayEquals(new int[] {ALL, ALL, ALL, ALL}, bench.run().rowsPerLayer());
    }
  }

  private static PruneBench bench() throws IOException {
    return bench(TinyModel.LLAVA.json());
  }

  private static PruneBench bench(String config) throws IOException {
    return new PruneBench(
        new ModelShape("tiny", config, NameLayout.B, 0), WeightKind.STORED, NumberType.F32);
  }

  private static MethodSpec request(PruneBench bench, String method) {
    return MethodSpec.parse(method).withBudget(new Budget.Total(5));
  }
}
