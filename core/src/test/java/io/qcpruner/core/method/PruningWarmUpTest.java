package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.prune.PruneResult;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PruningWarmUpTest {

  /** Some picks add to the objective, the others come when nothing does any more. */
  @Test
  void bothPhasesOfTheSelectionAreWarmedUp() {
    PruneResult result = PruningWarmUp.run();
    assertEquals(32, result.plan().count(TokenKind.PATCH));
    float[] gains = result.trace().gains();
    long useful = IntStream.range(0, gains.length).filter(i -> gains[i] > 0).count();
    assertTrue(useful > 0 && useful < gains.length, () -> Arrays.toString(gains));
  }
}
