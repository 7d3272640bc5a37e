package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.core.layout.Grouping;
import io.qcpruner.core.layout.SpanLabel;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.layout.TokenLayoutBuilder;
import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.CacheRule;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Video methods against the published code; see reference/. */
class ClipGoldenTest {

  private static final float NEWLINE = 100;

  private static PruneResult plan(Pruner method, TokenLayout layout, Golden golden, double share) {
    ArraySignals signals =
        ArraySignals.of(layout)
            .with(Signal.VISUAL_STATES, golden.matrix("states"))
            .with(Signal.VISUAL_COSINE, Kernels.cosine(golden.matrix("states")))
            .build();
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

  static List<Golden> dycoke() {
    return Golden.read("dycoke");
  }

  @ParameterizedTest
  @MethodSource("dycoke")
  void dyCoke(Golden golden) {
    int[] shape = golden.ints("shape");
    TokenLayout layout = TokenLayout.video(1, shape[0], shape[1], shape[2], false, 1);
    DyCoke method =
        new DyCoke(
            new DyCoke.Parameters(Optional.of(shape[3] / 1000.0), 0, 1, StepCache.Reuse.OFFICIAL));
    assertVisualRows(golden, layout, plan(method, layout, golden, 0.5));
  }

  static List<Golden> dycokeCache() {
    return Golden.read("dycoke-cache");
  }

  @ParameterizedTest
  @MethodSource("dycokeCache")
  void dyCokeCache(Golden golden) {
    int[] shape = golden.ints("shape");
    TokenLayoutBuilder prompt = new TokenLayoutBuilder(Grouping.FRAMES);
    prompt.text(SpanLabel.TEMPLATE, shape[0]).grid(0, 1, shape[1], shape[2] == 1);
    TokenLayout layout = prompt.text(SpanLabel.USER, shape[3]).build();
    CacheRule rule = new StepCache(2, shape[4] / 1000.0, StepCache.Reuse.OFFICIAL);
    CacheRule.Choice choice = rule.start(layout);
    Matrix attention = golden.matrix("attention");
    for (int step = 0; step < shape[5]; step++) {
      float[] onPrompt = Arrays.copyOf(attention.row(step), layout.size());
      int[] expected =
          Arrays.stream(golden.ints("keep" + step)).filter(r -> r < layout.size()).toArray();
      int[] rows = choice.rows(onPrompt).orElse(new int[0]);
      assertArrayEquals(expected, rows, golden + " step " + step);
    }
  }

  static List<Golden> prunevid() {
    return Golden.read("prunevid");
  }

  @ParameterizedTest
  @MethodSource("prunevid")
  void pruneVid(Golden golden) {
    int[] shape = golden.ints("shape");
    TokenLayout layout = TokenLayout.video(1, shape[0], shape[1], shape[2], false, 1);
    PruneVid method =
        new PruneVid(
            PruneVid.Parameters.before(shape[4] / 1000.0, Optional.of(shape[3] / 1000.0), 14));
    PruneResult result = plan(method, layout, golden, 0.5);
    assertEquals(golden.ints("segments").length, result.trace().parts(), golden.toString());
    assertVisualRows(golden, layout, result);
  }

  static List<Golden> prunevidQuestion() {
    return Golden.read("prunevid-question");
  }

  @ParameterizedTest
  @MethodSource("prunevidQuestion")
  void pruneVidInside(Golden golden) {
    int[] sizes = golden.ints("sizes");
    List<int[]> groups = new ArrayList<>();
    int next = 0;
    for (int i = 0; i < sizes.length; i += 3) { // of a segment: shared, frames, changing in each
      groups.add(IntStream.range(next, next + sizes[i]).toArray());
      next += sizes[i];
      for (int f = 0; f < sizes[i + 1]; f++) {
        groups.add(IntStream.range(next, next + sizes[i + 2]).toArray());
        next += sizes[i + 2];
      }
    }
    Matrix heads = golden.matrix("attention"); // heads by rows of text
    float[] peaks = new float[heads.cols()];
    for (int i = 0; i < heads.data().length; i++) {
      peaks[i % heads.cols()] = Math.max(peaks[i % heads.cols()], heads.data()[i]);
    }
    int[] picked = QuestionChoice.choose(peaks, groups, golden.ints("shape")[2] / 1000.0);
    assertArrayEquals(golden.ints("kept"), Indices.sorted(picked), golden.toString());
  }

  static List<Golden> scissor() {
    return Golden.read("llava-scissor");
  }

  @ParameterizedTest
  @MethodSource("scissor")
  void llavaScissor(Golden golden) {
    int[] shape = golden.ints("shape");
    TokenLayout layout = TokenLayout.video(1, shape[0], shape[1], shape[2], false, 1);
    LlavaScissor method =
        new LlavaScissor(new LlavaScissor.Parameters(Optional.of(shape[3] / 1000.0)));
    assertVisualRows(golden, layout, plan(method, layout, golden, 0.5));
  }

  static List<Golden> holitom() {
    return Golden.read("holitom");
  }

  @ParameterizedTest
  @MethodSource("holitom")
  void holiTom(Golden golden) {
    int[] shape = golden.ints("shape");
    TokenLayout layout = TokenLayout.video(1, shape[0], shape[1], shape[1], shape[2] == 1, 1);
    ArraySignals signals =
        ArraySignals.of(layout)
            .with(Signal.VISUAL_STATES, golden.matrix("states"))
            .with(Signal.FRAME_ATTENTION, golden.matrix("attention"))
            .build();
    HoliTom method =
        new HoliTom(new HoliTom.Parameters(shape[4] / 1000.0, 0, 1, Newlines.OFFICIAL));
    PruneResult result =
        method.plan(ClipMethod.BEFORE, signals, new Budget.Ratio(shape[3] / 1000.0));
    assertVisualRows(golden, layout, result);
  }

  /** The rows of the plan without the text row at either end; newlines hold one number. */
  private static void assertVisualRows(Golden golden, TokenLayout layout, PruneResult result) {
    Matrix states = golden.matrix("states");
    Matrix sequence = Matrix.zeros(layout.size(), states.cols());
    Arrays.fill(sequence.data(), NEWLINE);
    int[] candidates = layout.candidates();
    for (int i = 0; i < candidates.length; i++) {
      System.arraycopy(
          states.data(),
          states.offset(i),
          sequence.data(),
          sequence.offset(candidates[i]),
          states.cols());
    }
    Matrix made = Rows.apply(result.plan(), sequence);
    assertArrayEquals(
        golden.matrix("rows").data(),
        made.rows(1, made.rows() - 1).data(),
        1e-5f,
        golden.toString());
  }

  static List<Golden> holitomInner() {
    return Golden.read("holitom-inner");
  }

  @ParameterizedTest
  @MethodSource("holitomInner")
  void holiTomInside(Golden golden) {
    int[] shape = golden.ints("shape");
    TokenLayout layout = TokenLayout.simple(shape[0], shape[1], 1, shape[2]);
    int[] tokens = layout.candidates();
    Matrix all = golden.matrix("states");
    ArraySignals signals =
        ArraySignals.of(layout)
            .with(Signal.VISUAL_STATES, all.selectRows(tokens))
            .withRows(
                Signal.ATTENTION,
                new int[] {layout.size() - 1},
                golden.matrix("attention").columns(shape[0], shape[0] + shape[1]))
            .unprunedCandidates(1000)
            .build();
    HoliTom method = new HoliTom(new HoliTom.Parameters(0.8, shape[3] / 1000.0, 1, Newlines.ALL));
    PruneResult result = method.plan(method.stages().get(1), signals, new Budget.Total(9));
    assertArrayEquals(
        golden.ints("kept"), result.plan().rows().primarySources(), golden.toString());
    Matrix made = Rows.apply(result.plan(), all);
    assertArrayEquals(golden.matrix("rows").data(), made.data(), 1e-5f, golden.toString());
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
