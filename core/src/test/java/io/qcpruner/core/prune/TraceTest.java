package io.qcpruner.core.prune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.method.ControlPlace;
import io.qcpruner.core.method.UniformGridPruner;
import java.util.List;
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
    builder.keep(TokenKind.TEXT, 3);
    assertEquals(1, builder.size());
  }

  /** Frames of which the same is true say it once. */
  @Test
  void aNoteIsKeptOnce() {
    TraceBuilder trace =
        new TraceBuilder(new UniformGridPruner(ControlPlace.BEFORE_DECODER), new Budget.Total(1), 1)
            .note("a")
            .note("b");
    PrunePlan plan = new PlanBuilder().keep(TokenKind.PATCH, 0).build(PositionPolicy.COMPACT);
    assertEquals(List.of("a", "b"), trace.note("a").result(plan).trace().notes());
  }
}
