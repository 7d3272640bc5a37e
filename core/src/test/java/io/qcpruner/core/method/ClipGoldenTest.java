package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Video methods against the published code; see reference/. */
class ClipGoldenTest {

  private static PruneResult plan(Pruner method, TokenLayout layout, Golden golden, double share) {
    ArraySignals signals =
        ArraySignals.of(layout).with(Signal.VISUAL_STATES, golden.matrix("states")).build();
    return method.plan(ClipMethod.BEFORE, signals, new Budget.Ratio(share));
  }

  static List<Golden> vidcom2() {
    return Golden.read("vidcom2");
  }

  @ParameterizedTest
  @MethodSource("vidcom2")
  void vidCom2(Golden golden) {
    int[] shape = golden.ints("shape");
    TokenLayout layout = TokenLayout.video(1, shape[0], shape[1], shape[1], true, 1);
    VidCom2 method = new VidCom2(new VidCom2.Parameters(VidCom2.Total.OFFICIAL, Newlines.OFFICIAL));
    PruneResult result = plan(method, layout, golden, shape[2] / 1000.0);
    assertArrayEquals(golden.ints("kept"), result.trace().kept(), golden.toString());
    int[] rows = result.plan().rows().sources();
    int[] visual = Arrays.stream(rows, 1, rows.length - 1).map(r -> r - 1).toArray();
    assertArrayEquals(golden.ints("rows"), visual, golden.toString());
  }

  static List<Golden> evs() {
    return Golden.read("evs");
  }

  @ParameterizedTest
  @MethodSource("evs")
  void evs(Golden golden) {
    int[] shape = golden.ints("shape");
    TokenLayout layout = TokenLayout.video(1, shape[0], shape[1], shape[2], false, 1);
    PruneResult result = plan(new Evs(), layout, golden, shape[3] / 1000.0);
    assertArrayEquals(golden.ints("kept"), result.trace().kept(), golden.toString());
  }
}
