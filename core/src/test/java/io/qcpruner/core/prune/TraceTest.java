package io.qcpruner.core.prune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** Words and numbers that traces show. */
class TraceTest {

  @Test
  void stagesHaveNames() {
    assertEquals("after layer 5", new Stage.AfterLayer(5).toString());
    assertEquals("before the decoder", new Stage.BeforeDecoder().toString());
    assertEquals("after vision", new Stage.AfterVision().toString());
  }

  @Test
  void theWholeIsAShareAndMoreIsNot() {
    assertEquals(1.0, new Budget.Ratio(1).share());
    assertThrows(IllegalArgumentException.class, () -> new Budget.Ratio(Math.nextUp(1.0)));
  }

  @Test
  void aBuilderKnowsHowManyRowsItHas() {
    PlanBuilder builder = new PlanBuilder();
    assertEquals(0, builder.size());
    builder.keep(io.qcpruner.core.layout.TokenKind.TEXT, 3);
    assertEquals(1, builder.size());
  }
}
