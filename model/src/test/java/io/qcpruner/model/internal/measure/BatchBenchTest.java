package io.qcpruner.model.internal.measure;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.synthetic.ModelShape;
import io.qcpruner.checkpoint.synthetic.NameLayout;
import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.model.nn.WeightKind;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** All requests come to an end, and every figure is one of time. */
@Timeout(60)
final class BatchBenchTest {

  @Test
  void requestsAtOnceInTurnAndBesideAPrompt() throws IOException {
    ModelShape tiny = new ModelShape("tiny", TinyModel.LLAVA.json(), NameLayout.B, 0);
    try (BatchBench bench = new BatchBench(tiny, WeightKind.STORED, NumberType.F32, 1)) {
      MethodSpec request = MethodSpec.parse("qcpruner:layer=1@5");
      assertTrue(bench.tokensPerSecond(3, 4, request) > 0);
      assertTrue(bench.requestsMillis(3, 4, request, false) > 0);
      assertTrue(bench.requestsMillis(3, 4, request, true) > 0);
      BatchBench.Wait wait = bench.longestWait(4, request);
      assertTrue(wait.quietMillis() > 0);
      assertTrue(wait.promptMillis() > 0);
    }
  }
}
