package io.qcpruner.model.backbone;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.Golden;
import io.qcpruner.model.Run;
import io.qcpruner.model.TinyBackbones;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** LLaVA-NeXT against transformers, over aspect ratios. */
class LlavaNextParityTest {

  @Test
  void everyLayerLogitsAndTenTokens() throws WeightsException {
    Golden golden = Golden.of("tiny-llava-next-100x75");
    new Run(TinyBackbones.llavaNext())
        .run(Run.prompt(95), List.of(TinyBackbones.tiled(100, 75)), 10)
        .assertEquals(golden)
        .assertGreedy(golden, "greedy");
  }

  @ParameterizedTest
  @CsvSource({"75,100", "60,20", "20,60", "56,56", "150,31", "33,167", "111,99"})
  void assembledRowsAndLogits(int width, int height) throws WeightsException {
    Golden golden = Golden.of("tiny-llava-next-" + width + "x" + height);
    Run run =
        new Run(TinyBackbones.llavaNext())
            .run(Run.prompt(95), List.of(TinyBackbones.tiled(width, height)), 1)
            .assertLogits(golden);
    assertEquals(golden.floats("embeds").length, run.seen("embeds").length);
    golden.assertSame("embeds", run.seen("embeds"), 1e-5f);
  }
}
