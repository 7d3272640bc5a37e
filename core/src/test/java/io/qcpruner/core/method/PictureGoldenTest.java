package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.EffectiveRank;
import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.RowMap;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.VisionLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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

  static List<Golden> scope() {
    return Golden.read("scope");
  }

  @ParameterizedTest
  @MethodSource("scope")
  void scope(Golden golden) {
    int[] shape = golden.ints("shape");
    ArraySignals signals =
        ArraySignals.of(layout(shape[0], shape[1], false))
            .with(Signal.CLASS_ATTENTION, golden.matrix("attention"))
            .with(Signal.TOWER_STATES, golden.matrix("states"))
            .build();
    Scope.Parameters parameters =
        new Scope.Parameters(shape[3] / 4.0, VisPruner.Features.PATCH_ROWS);
    PruneResult result = new Scope(parameters).plan(STAGE, signals, new Budget.PerGroup(shape[2]));
    assertArrayEquals(golden.ints("picks"), result.trace().order(), golden.toString());
  }

  static List<Golden> agilepruner() {
    return Golden.read("agilepruner");
  }

  @ParameterizedTest
  @MethodSource("agilepruner")
  void agilePruner(Golden golden) {
    int[] shape = golden.ints("shape");
    Matrix states = golden.matrix("states");
    ArraySignals signals =
        ArraySignals.of(layout(shape[0], shape[1], false))
            .with(Signal.CLASS_ATTENTION, golden.matrix("attention"))
            .with(Signal.TOWER_STATES, states)
            .build();
    AgilePruner.Parameters parameters =
        new AgilePruner.Parameters(
            shape[3] / 16.0,
            shape[4],
            shape[5] == 1 ? AgilePruner.Order.RANK : AgilePruner.Order.PICKS,
            VisPruner.Features.PATCH_ROWS);
    PruneResult result =
        new AgilePruner(parameters).plan(STAGE, signals, new Budget.PerGroup(shape[2]));
    assertArrayEquals(golden.ints("picks"), result.trace().order(), golden.toString());
    for (int v = 0; v < shape[0]; v++) {
      float rank = golden.matrix("rank").get(0, v);
      Matrix own = states.rows(v * shape[1], (v + 1) * shape[1]);
      assertEquals(rank, EffectiveRank.of(own), 2e-3 * rank, golden.toString());
    }
  }

  static List<Golden> tome() {
    return Golden.read("tome");
  }

  @ParameterizedTest
  @MethodSource("tome")
  void toMe(Golden golden) {
    int[] shape = golden.ints("shape");
    int[] sizes = golden.ints("sizes");
    RowMap map =
        new MatchingMerge(new int[] {shape[1]}, shape[2] == 1, true)
            .merge(0, golden.matrix("metric"), sizes, 1)
            .get(0);
    assertArrayEquals(
        golden.matrix("merged").data(),
        Rows.apply(map, golden.matrix("x")).data(),
        1e-5f,
        golden.toString());
    int[] counts = new int[map.size()];
    for (int row = 0; row < counts.length; row++) {
      for (int s = map.offsets()[row]; s < map.offsets()[row + 1]; s++) {
        counts[row] += sizes[map.sources()[s]];
      }
    }
    assertArrayEquals(golden.ints("counts"), counts, golden.toString());
  }

  static List<Golden> mustdrop() {
    return Golden.read("mustdrop");
  }

  @ParameterizedTest
  @MethodSource("mustdrop")
  void mustDrop(Golden golden) {
    int[] shape = golden.ints("shape");
    int[] limits = golden.ints("thresholds");
    int n = shape[1];
    Matrix heads = golden.matrix("heads");
    Matrix mean = Matrix.zeros(shape[2], n);
    Matrix groups = Matrix.zeros(1, n);
    for (int i = 0; i < mean.data().length; i++) {
      mean.data()[i] = (heads.data()[i] + heads.data()[i + mean.data().length]) / 2;
    }
    for (int i = 0; i < n; i++) {
      groups.data()[i] = i;
    }
    ArraySignals signals =
        ArraySignals.of(TokenLayout.simple(shape[0], n, 1, shape[2]))
            .vision(VisionLayout.single(n, 1, true))
            .withRows(
                Signal.ATTENTION, Indices.shifted(Indices.range(shape[2]), shape[0] + n), mean)
            .with(Signal.TOWER_GROUPS, groups)
            .with(Signal.LAYER_CLASS_ATTENTION, 23, golden.matrix("class"))
            .build();
    MustDrop.Parameters parameters =
        new MustDrop.Parameters(
            List.of(2, 6),
            23,
            n,
            Optional.of(limits[0] / 4096.0),
            Optional.of(limits[1] / 4096.0),
            true);
    PruneResult result =
        new MustDrop(parameters).plan(new Stage.AfterLayer(6), signals, new Budget.Total(1));
    assertArrayEquals(golden.ints("kept"), result.trace().kept(), golden.toString());
  }

  static List<Golden> mustdropMerge() {
    return Golden.read("mustdrop-merge");
  }

  @ParameterizedTest
  @MethodSource("mustdropMerge")
  void mustDropMerge(Golden golden) {
    int[] shape = golden.ints("shape");
    Matrix rows = golden.matrix("rows");
    int perView = rows.rows() / shape[0];
    int[] sizes = new int[rows.rows()];
    Arrays.fill(sizes, 1);
    List<RowMap> maps =
        new WindowMerge(shape[1], shape[1], golden.ints("threshold")[0] / 64.0)
            .merge(0, rows, sizes, shape[0]);
    float[] made = {};
    for (int v = 0; v < shape[0]; v++) {
      Matrix own = rows.rows(v * perView, (v + 1) * perView);
      made = Indices.concat(made, Rows.apply(maps.get(v), own).data());
    }
    assertArrayEquals(golden.matrix("merged").data(), made, 1e-5f, golden.toString());
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

  static List<Golden> fitprune() {
    return Golden.read("fitprune");
  }

  @ParameterizedTest
  @MethodSource("fitprune")
  void fitPrune(Golden golden) {
    if (golden.fields().containsKey("recipe")) {
      FitSchedule schedule = FitSchedule.published(golden.ints("saving")[0], 32);
      int left = 576;
      for (int layer = 0; layer < 32; layer++) {
        left -= golden.ints("recipe")[layer];
        assertEquals(left, schedule.after(layer, 576), golden + " layer " + layer);
      }
      return;
    }
    int[] shape = golden.ints("shape");
    Matrix heads = golden.matrix("heads");
    int size = heads.rows() / 2;
    Matrix peaks = Matrix.zeros(size, heads.cols());
    for (int i = 0; i < peaks.data().length; i++) {
      peaks.data()[i] = Math.max(heads.data()[i], heads.data()[i + peaks.data().length]);
    }
    ArraySignals signals =
        ArraySignals.of(TokenLayout.simple(shape[0], shape[1], 1, shape[2]))
            .with(Signal.ATTENTION_PEAKS, peaks)
            .build();
    float[] score = FitPrune.score(signals, signals.layout(), shape[1]);
    int[] kept = Indices.sorted(Kernels.topK(score, shape[1] - shape[3]));
    assertArrayEquals(golden.ints("kept"), kept, golden.toString());
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
