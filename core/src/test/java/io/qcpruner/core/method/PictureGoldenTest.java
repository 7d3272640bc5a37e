package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.VisionLayout;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Methods for pictures against the published code; see reference/methodgold/pictures.py. */
class PictureGoldenTest {

  private static final Stage STAGE = new Stage.AfterVision();

  static VisionLayout layout(int views, int patches, boolean classRow) {
    return views == 1
        ? VisionLayout.single(patches, 1, classRow)
        : new VisionLayout(
            views, 5, patches, 1, classRow, 1, views - 1, true, VisionLayout.Picture.UNKNOWN);
  }

  static List<Golden> fastervlm() {
    return Golden.read("fastervlm");
  }

  @ParameterizedTest
  @MethodSource("fastervlm")
  void fasterVlm(Golden golden) {
    int[] shape = golden.ints("shape");
    ArraySignals signals =
        ArraySignals.of(layout(shape[0], shape[1], true))
            .with(Signal.CLASS_ATTENTION, golden.matrix("attention"))
            .build();
    PruneResult result = new FasterVlm(true).plan(STAGE, signals, new Budget.PerGroup(shape[2]));
    assertArrayEquals(golden.ints("kept"), result.trace().kept(), golden.toString());
  }

  static List<Golden> vispruner() {
    return Golden.read("vispruner");
  }

  @ParameterizedTest
  @MethodSource("vispruner")
  void visPruner(Golden golden) {
    int[] shape = golden.ints("shape");
    ArraySignals signals =
        ArraySignals.of(layout(shape[0], shape[1], false))
            .with(Signal.CLASS_ATTENTION, golden.matrix("attention"))
            .with(Signal.TOWER_STATES, golden.matrix("states"))
            .build();
    VisPruner.Parameters parameters =
        new VisPruner.Parameters(shape[3] / 8.0, VisPruner.Features.PATCH_ROWS);
    PruneResult result =
        new VisPruner(parameters).plan(STAGE, signals, new Budget.PerGroup(shape[2]));
    assertArrayEquals(golden.ints("kept"), result.trace().kept(), golden.toString());
  }
}
