package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Methods on the decoder's sequence against the published code; see reference/. */
class DecoderGoldenTest {

  private static final BackboneFacts LLAVA = PublishedBackbone.LLAVA_1_5.facts(32, 576);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fastv", "sparsevlm", "sparsevlm-anchors", "dart", "visionzip", "visionzip-qwen",
            "prunesid",
        "prunesid-qwen", "divprune", "cdpruner", "mmtok", "mmtok-words", "fastvid", "qcpruner",
        "qcpruner-early"
      })
  void thereAreAtLeastTwentyCases(String name) {
    assertEquals(Math.max(20, Golden.read(name).size()), Golden.read(name).size());
  }

  private static TokenLayout layout(int[] shape) {
    return TokenLayout.simple(shape[0], shape[1], 6, shape[2]);
  }

  static List<Golden> fastv() {
    return Golden.read("fastv");
  }

  @ParameterizedTest
  @MethodSource("fastv")
  void fastV(Golden golden) {
    int[] shape = golden.ints("shape");
    Matrix heads = golden.matrix("attention");
    float[] mean = new float[shape[1]];
    for (int i = 0; i < mean.length; i++) {
      for (int h = 0; h < heads.rows(); h++) {
        mean[i] += heads.get(h, shape[0] + i) / heads.rows();
      }
    }
    TokenLayout layout = layout(shape);
    ArraySignals signals =
        ArraySignals.of(layout)
            .withRows(Signal.ATTENTION, new int[] {layout.size() - 1}, Matrix.of(mean))
            .build();
    PruneResult result =
        new FastV(new FastV.Parameters(1))
            .plan(new Stage.AfterLayer(1), signals, new Budget.Total(shape[3]));
    assertArrayEquals(golden.ints("kept"), result.plan().rows().primarySources());
  }

  static List<Golden> dart() {
    return Golden.read("dart");
  }

  @ParameterizedTest
  @MethodSource("dart")
  void dartWithOfficialCountAndOrder(Golden golden) {
    int[] shape = golden.ints("shape");
    ArraySignals signals =
        ArraySignals.of(layout(shape))
            .with(Signal.KEYS, golden.matrix("keys"))
            .with(Signal.NORMED_STATES, golden.matrix("states"))
            .build();
    Dart method =
        new Dart(
            new Dart.Parameters(1, 4, 4, Dart.Count.OFFICIAL, Dart.PivotOrder.PYTHON_SET, false));
    PruneResult result = method.plan(new Stage.AfterLayer(1), signals, new Budget.Total(shape[3]));
    assertArrayEquals(golden.ints("kept"), Indices.shifted(result.trace().kept(), shape[0]));
  }

  static List<Golden> sparsevlm() {
    return Golden.read("sparsevlm");
  }

  @ParameterizedTest
  @MethodSource("sparsevlm")
  void sparseVlm(Golden golden) {
    sparse(golden, Raters.EMBEDDING, new int[0]);
  }

  static List<Golden> anchors() {
    return Golden.read("sparsevlm-anchors");
  }

  @ParameterizedTest
  @MethodSource("anchors")
  void sparseVlmWithAnchors(Golden golden) {
    int[] shape = golden.ints("shape");
    sparse(golden, Raters.ANCHORS, Indices.shifted(golden.ints("anchors"), shape[0] + shape[1]));
  }

  private static void sparse(Golden golden, Raters raters, int[] anchors) {
    int[] shape = golden.ints("shape");
    TokenLayout layout = layout(shape);
    int[] suffix = Indices.shifted(Indices.range(shape[2]), shape[0] + shape[1]);
    Matrix states = golden.matrix("states");
    ArraySignals signals =
        ArraySignals.of(layout)
            .with(Signal.INPUT_VISUAL, golden.matrix("visual"))
            .with(Signal.INPUT_SUFFIX, golden.matrix("text"))
            .withRows(Signal.ATTENTION, suffix, golden.matrix("attention"))
            .with(Signal.VISUAL_STATES, states)
            .anchorRows(anchors)
            .build();
    assertArrayEquals(golden.ints("raters"), raters.offsets(signals), golden.toString());
    int budget = SparseSchedule.after(shape[1], shape[3]);
    assertEquals(shape[3], SparseSchedule.singleStage(budget, shape[1]));
    Pruner method = new SparseVlm(new SparseVlm.Parameters(List.of(2), 32, 0, true, raters));
    PruneResult result = method.plan(new Stage.AfterLayer(2), signals, new Budget.Total(budget));
    Matrix rows = Matrix.zeros(layout.size(), states.cols());
    System.arraycopy(states.data(), 0, rows.data(), rows.offset(shape[0]), states.data().length);
    Matrix all = Rows.apply(result.plan(), rows);
    Matrix visual = all.rows(shape[0], all.rows() - shape[2]);
    assertArrayEquals(golden.matrix("rows").data(), visual.data(), 1e-5f, golden.toString());
  }

  static List<Golden> divprune() {
    return Golden.read("divprune");
  }

  @ParameterizedTest
  @MethodSource("divprune")
  void divPrune(Golden golden) {
    assertOrder(golden, "divprune");
  }

  static List<Golden> early() {
    return Golden.read("qcpruner-early");
  }

  @ParameterizedTest
  @MethodSource("early")
  void qcPrunerEarly(Golden golden) {
    assertOrder(golden, "qcpruner-early");
  }

  private static void assertOrder(Golden golden, String name) {
    int[] shape = golden.ints("shape");
    ArraySignals signals =
        ArraySignals.of(TokenLayout.simple(2, shape[0], 6, 2))
            .with(Signal.VISUAL_STATES, golden.matrix("states"))
            .build();
    Pruner method = Methods.create(name, LLAVA);
    PruneResult result =
        method.plan(new Stage.BeforeDecoder(), signals, new Budget.Total(shape[1]));
    assertArrayEquals(golden.ints("order"), result.trace().order(), golden.toString());
  }

  static List<Golden> qcpruner() {
    return Golden.read("qcpruner");
  }

  @ParameterizedTest
  @MethodSource("qcpruner")
  void qcPruner(Golden golden) {
    PruneResult result = select(golden, "coverage");
    assertArrayEquals(
        golden.matrix("utility").data(), result.trace().utility(), 1e-5f, golden.toString());
    assertArrayEquals(golden.ints("order"), result.trace().order(), golden.toString());
    assertArrayEquals(golden.matrix("gains").data(), result.trace().gains(), 1e-4f);
    assertArrayEquals(golden.ints("mmr"), select(golden, "mmr").trace().order(), golden.toString());
    int[] best = select(golden, "top-k").trace().kept();
    assertArrayEquals(Indices.sorted(golden.ints("top_k")), best, golden.toString());
  }

  private static PruneResult select(Golden golden, String selector) {
    int[] shape = golden.ints("shape");
    Matrix states = golden.matrix("states");
    Matrix anchors = golden.matrix("anchors");
    TokenLayout layout = TokenLayout.simple(2, shape[0], 6, anchors.rows());
    int[] rows = Indices.shifted(Indices.range(anchors.rows()), 2 + shape[0]);
    ArraySignals signals =
        ArraySignals.of(layout)
            .with(Signal.VISUAL_COSINE, Kernels.cosine(states))
            .withRows(Signal.TEXT_COSINE, rows, Kernels.cosine(anchors, states))
            .withRows(Signal.TEXT_ALIGNMENT, rows, golden.matrix("alignment"))
            .anchorRows(rows)
            .build();
    MethodSpec spec =
        MethodSpec.of("qcpruner")
            .with(QcPruner.RHO, shape[2] / 100.0)
            .with(QcPruner.SELECTOR, selector);
    return Methods.create(spec, LLAVA)
        .plan(new Stage.AfterLayer(7), signals, new Budget.Total(shape[1]));
  }

  static List<Golden> fastvid() {
    return Golden.read("fastvid");
  }

  @ParameterizedTest
  @MethodSource("fastvid")
  void fastVid(Golden golden) {
    int[] shape = golden.ints("shape");
    TokenLayout layout = TokenLayout.video(1, shape[0], shape[1], shape[2], true, 1);
    Matrix states = golden.matrix("states");
    ArraySignals signals =
        ArraySignals.of(layout)
            .with(Signal.VISUAL_STATES, states)
            .with(Signal.FRAME_DESCRIPTOR, golden.matrix("descriptors"))
            .with(Signal.FRAME_SALIENCY, golden.matrix("saliency"))
            .build();
    FastVid.Parameters d = FastVid.Parameters.defaults(true);
    FastVid method =
        new FastVid(
            new FastVid.Parameters(
                d.leastSegments(),
                d.cutBelow(),
                d.contextShare(),
                d.anchorStep(),
                d.anchorWeight(),
                Newlines.OFFICIAL,
                true));
    PruneResult result =
        method.plan(new Stage.BeforeDecoder(), signals, new Budget.PerGroup(shape[3]));
    int[] all = result.plan().rows().primarySources();
    assertArrayEquals(
        golden.ints("kept"), Arrays.copyOfRange(all, 1, all.length - 1), golden.toString());
    Matrix rows = Matrix.zeros(layout.size(), states.cols());
    int[] candidates = layout.candidates();
    for (int i = 0; i < candidates.length; i++) {
      System.arraycopy(
          states.data(), states.offset(i), rows.data(), rows.offset(candidates[i]), states.cols());
    }
    Matrix made = Rows.apply(result.plan(), rows);
    int[] visual =
        Arrays.stream(Indices.range(made.rows()))
            .filter(i -> layout.gridCols()[all[i]] >= 0)
            .toArray();
    assertArrayEquals(
        golden.matrix("rows").data(), made.selectRows(visual).data(), 1e-5f, golden.toString());
  }

  @Test
  void wordsOfMmTok() {
    for (Golden golden : Golden.read("mmtok-words")) {
      assertEquals(
          golden.text("words"),
          String.join(" ", QuestionWords.LLAVA.of(golden.text("question"))),
          golden.toString());
    }
  }
}
