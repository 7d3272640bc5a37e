package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.VisionLayout;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
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

  static List<Golden> hiprune() {
    return Golden.read("hiprune");
  }

  @ParameterizedTest
  @MethodSource("hiprune")
  void hiPrune(Golden golden) {
    int[] shape = golden.ints("shape");
    VisionLayout vision =
        new VisionLayout(
            shape[0],
            5,
            shape[1],
            shape[2],
            true,
            shape[0] > 1 ? 1 : 0,
            shape[0] - 1,
            true,
            VisionLayout.Picture.UNKNOWN);
    ArraySignals signals =
        ArraySignals.of(vision)
            .with(Signal.LAYER_RECEIVED_ATTENTION, 8, golden.matrix("object"))
            .with(Signal.LAYER_RECEIVED_ATTENTION, 22, golden.matrix("deep"))
            .build();
    HiPrune.Parameters parameters =
        new HiPrune.Parameters(shape[4] / 20.0, 8, 22, HiPrune.Buffers.OFFICIAL);
    PruneResult result = new HiPrune(parameters).plan(STAGE, signals, new Budget.Total(shape[3]));
    assertArrayEquals(golden.ints("kept"), result.trace().kept(), golden.toString());
  }

  static List<Golden> pyramiddrop() {
    return Golden.read("pyramiddrop");
  }

  @ParameterizedTest
  @MethodSource("pyramiddrop")
  void pyramidDrop(Golden golden) {
    int[] shape = golden.ints("shape");
    Matrix row = golden.matrix("row");
    int size = shape[0] + row.cols() + shape[2];
    ArraySignals signals =
        ArraySignals.of(TokenLayout.simple(shape[0], row.cols(), 1, shape[2]))
            .withRows(Signal.NEXT_ATTENTION, new int[] {size - 1}, row)
            .unprunedCandidates(shape[1])
            .build();
    PyramidDrop.Parameters parameters =
        new PyramidDrop.Parameters(32, shape[1], PyramidDrop.Steps.PUBLISHED, shape[4] / 16.0);
    Stage stage = new Stage.AfterLayer(8 * (shape[3] + 1) - 1);
    PruneResult result =
        new PyramidDrop(parameters).plan(stage, signals, new Budget.Total(shape[1] - 1));
    int[] rows =
        Arrays.stream(result.plan().rows().primarySources())
            .filter(r -> r >= shape[0] && r < shape[0] + row.cols())
            .toArray();
    assertArrayEquals(golden.ints("kept"), rows, golden.toString());
  }

  static List<Golden> prumerge() {
    return Stream.of("prumerge", "prumerge-plus").flatMap(n -> Golden.read(n).stream()).toList();
  }

  @ParameterizedTest
  @MethodSource("prumerge")
  void pruMerge(Golden golden) {
    int[] shape = golden.ints("shape");
    ArraySignals signals =
        ArraySignals.of(VisionLayout.single(shape[0], 1, true))
            .with(Signal.LAYER_CLASS_QUERY, 23, golden.matrix("query"))
            .with(Signal.LAYER_KEYS, 23, golden.matrix("keys"))
            .build();
    PruMerge.Parameters parameters =
        new PruMerge.Parameters(
            golden.file().endsWith("plus"),
            PruMerge.Count.ADAPTIVE,
            PruMerge.Order.OFFICIAL,
            23,
            shape[1]);
    PruneResult result = new PruMerge(parameters).plan(STAGE, signals, new Budget.Total(2));
    Matrix made = Rows.apply(result.plan(), golden.matrix("states"));
    assertArrayEquals(golden.matrix("rows").data(), made.data(), 1e-5f, golden.toString());
  }

  static List<Golden> vscan() {
    return Stream.of("vscan", "vscan-qwen").flatMap(n -> Golden.read(n).stream()).toList();
  }

  @ParameterizedTest
  @MethodSource("vscan")
  void vScan(Golden golden) {
    int[] shape = golden.ints("shape");
    boolean qwen = golden.file().endsWith("qwen");
    LocalPatches windows = qwen ? LocalPatches.CAPPED : LocalPatches.EACH_WINDOW;
    VisionLayout vision =
        qwen
            ? VisionLayout.single(shape[0], shape[1], false)
            : new VisionLayout(
                shape[0],
                5,
                12,
                12,
                false,
                shape[0] > 1 ? 1 : 0,
                shape[0] - 1,
                true,
                VisionLayout.Picture.UNKNOWN);
    ArraySignals signals =
        ArraySignals.of(vision)
            .with(windows.attention(), 5, golden.matrix("shallow"))
            .with(windows.attention(), 22, golden.matrix("deep"))
            .with(Signal.PROJECTED, golden.matrix("states"))
            .build();
    VScan method = new VScan(new VScan.Parameters(windows, 5, 22, 15, 32, vision.patches(), !qwen));
    PruneResult result =
        method.plan(new Stage.AfterProjector(), signals, new Budget.PerGroup(shape[qwen ? 2 : 1]));
    assertArrayEquals(golden.ints("kept"), result.trace().kept(), golden.toString());
    // the published rows stand view by view, ours in the order of the merged grid
    int[] sources = result.plan().rows().primarySources();
    int[] published =
        Arrays.stream(sources).map(row -> Arrays.binarySearch(golden.ints("kept"), row)).toArray();
    assertArrayEquals(
        golden.matrix("rows").selectRows(published).data(),
        Rows.apply(result.plan(), golden.matrix("states")).data(),
        1e-5f,
        golden.toString());
  }
}
