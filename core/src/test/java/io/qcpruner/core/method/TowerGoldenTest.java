package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.objective.AdditiveCoverage;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.VisionLayout;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Methods on the vision tower's output against the published code; see reference/. */
class TowerGoldenTest {

  private static final Stage STAGE = new Stage.AfterVision();

  static List<Golden> visionzip() {
    return Golden.read("visionzip");
  }

  @ParameterizedTest
  @MethodSource("visionzip")
  void visionZip(Golden golden) {
    int[] shape = golden.ints("shape");
    ArraySignals signals =
        ArraySignals.of(VisionLayout.single(shape[0], 1, true))
            .with(Signal.CLASS_ATTENTION, golden.matrix("attention"))
            .with(Signal.TOWER_KEYS, golden.matrix("keys"))
            .build();
    int budget = shape[1] + shape[2];
    PruneResult result =
        new VisionZip(new VisionZip.Parameters((double) shape[2] / budget))
            .plan(STAGE, signals, new Budget.Total(budget));
    assertRows(golden, result);
  }

  static List<Golden> visionzipQwen() {
    return Golden.read("visionzip-qwen");
  }

  @ParameterizedTest
  @MethodSource("visionzipQwen")
  void visionZipQwen(Golden golden) {
    int[] shape = golden.ints("shape");
    ArraySignals signals =
        ArraySignals.of(VisionLayout.single(shape[0], 1, false))
            .with(Signal.CLASS_ATTENTION, golden.matrix("score"))
            .with(Signal.TOWER_KEYS, golden.matrix("keys"))
            .build();
    PruneResult result =
        new VisionZipQwen(VisionZipQwen.Parameters.DEFAULTS)
            .plan(STAGE, signals, new Budget.Total(shape[1] + shape[2]));
    assertRows(golden, result);
  }

  private static void assertRows(Golden golden, PruneResult result) {
    Matrix made = Rows.apply(result.plan(), golden.matrix("states"));
    assertArrayEquals(golden.matrix("rows").data(), made.data(), 1e-5f, golden.toString());
  }

  static List<Golden> prunesid() {
    return Golden.read("prunesid");
  }

  @ParameterizedTest
  @MethodSource("prunesid")
  void pruneSid(Golden golden) {
    int[] shape = golden.ints("shape");
    ArraySignals signals =
        ArraySignals.of(VisionLayout.single(shape[0], 1, true))
            .with(Signal.CLASS_ATTENTION, golden.matrix("attention"))
            .with(Signal.TOWER_STATES, golden.matrix("states"))
            .build();
    PruneResult result =
        new PruneSid(PruneSid.Parameters.DEFAULTS).plan(STAGE, signals, new Budget.Total(shape[1]));
    assertArrayEquals(golden.ints("picks"), result.trace().order(), golden.toString());
  }

  static List<Golden> prunesidQwen() {
    return Golden.read("prunesid-qwen");
  }

  @ParameterizedTest
  @MethodSource("prunesidQwen")
  void pruneSidQwen(Golden golden) {
    int[] shape = golden.ints("shape");
    ArraySignals signals =
        ArraySignals.of(VisionLayout.single(shape[0], 1, false))
            .with(Signal.PROJECTED, golden.matrix("states"))
            .build();
    PruneResult result = new PruneSidQwen().plan(STAGE, signals, new Budget.Total(shape[1]));
    assertArrayEquals(golden.ints("picks"), result.trace().order(), golden.toString());
  }

  static List<Golden> cdpruner() {
    return Golden.read("cdpruner");
  }

  @ParameterizedTest
  @MethodSource("cdpruner")
  void cdPruner(Golden golden) {
    int[] shape = golden.ints("shape");
    VisionLayout vision =
        new VisionLayout(
            shape[0],
            5,
            shape[1],
            1,
            true,
            shape[0] > 1 ? 1 : 0,
            shape[0] - 1,
            true,
            VisionLayout.Picture.UNKNOWN);
    ArraySignals signals =
        ArraySignals.of(vision)
            .with(Signal.PROJECTED, golden.matrix("projected"))
            .with(Signal.IMAGE_EMBEDDING, golden.matrix("image"))
            .with(Signal.TEXT_EMBEDDING, golden.matrix("text"))
            .build();
    PruneResult result =
        new CdPruner(CdPruner.Parameters.DEFAULTS)
            .plan(STAGE, signals, new Budget.PerGroup(shape[2]));
    assertArrayEquals(golden.ints("kept"), result.trace().kept(), golden.toString());
  }

  static List<Golden> mmtok() {
    return Golden.read("mmtok");
  }

  @ParameterizedTest
  @MethodSource("mmtok")
  void mmTok(Golden golden) {
    int[] shape = golden.ints("shape");
    boolean qwen = shape[2] == 1;
    ArraySignals signals =
        ArraySignals.of(VisionLayout.single(shape[0], 1, false))
            .with(Signal.PROJECTED, golden.matrix("projected"))
            .with(Signal.TOWER_STATES, golden.matrix("tower"))
            .with(Signal.QUESTION_EMBEDDING, golden.matrix("words"))
            .build();
    MmTok method =
        new MmTok(
            new MmTok.Parameters(
                qwen ? AdditiveCoverage.QWEN : AdditiveCoverage.LLAVA, false, QuestionWords.LLAVA));
    PruneResult result = method.plan(STAGE, signals, new Budget.Total(shape[1]));
    assertArrayEquals(golden.ints("kept"), result.trace().kept(), golden.toString());
  }
}
