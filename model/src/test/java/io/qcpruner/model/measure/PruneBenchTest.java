package io.qcpruner.model.measure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.method.Methods;
import io.qcpruner.core.method.Settings;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.model.prune.StageClock.Part;
import org.junit.jupiter.api.Test;

final class PruneBenchTest {

  @Test
  void everyLayerSeesTheRowsThatThePlanLeaves() throws WeightsException {
    DecoderConfig shape =
        new DecoderConfig(32, 48, 4, 4, 2, 8, 100, 1e-5, 10000, new int[0], false, false, 4096);
    PruneBench bench = new PruneBench(shape, WeightKind.STORED, NumberType.F32);
    int all = 35 + 576 + 27;
    assertArrayEquals(new int[] {all, all, all, all}, bench.run(null, null).rowsPerLayer());

    PruneBench.Pass pass =
        bench.run(Methods.create("qcpruner", bench.facts(), Settings.NONE), new Budget.Total(64));
    int kept = 35 + 64 + 27;
    assertArrayEquals(new int[] {all, all, kept, kept}, pass.rowsPerLayer());
    double parts = 0;
    for (Part part : Part.values()) {
      parts += pass.clock().millis(part);
    }
    assertTrue(parts <= pass.millis() * 1.001, "the parts are inside the whole");
    assertTrue(pass.clock().nanos(Part.AFFINITY) > 0);
  }
}
