package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.contracts.SequenceContract;
import io.qcpruner.contracts.SignalDraw;
import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Specification of the pre-decoder baselines, sections 8 and 9, and the paper's formulas. */
class QcPrunerTest extends SequenceContract {

  private static final Matrix STATES = Rows.matrix(DivPruneTest.STATES);
  private static final Matrix ANCHORS = Rows.matrix("[3,-1,1] [3,0,4]");
  private static final Matrix ALIGNMENT =
      Matrix.of(Rows.row("-0.5 1.5 0 0.5 2.5 3"), Rows.row("1.5 0 -1 2.5 2.5 -1"));

  private static final BackboneFacts LLAVA = PublishedBackbone.LLAVA_1_5.facts(32, 576);
  private static final BackboneFacts QWEN = PublishedBackbone.QWEN2_5_VL.facts(28, 1296);

  @Override
  protected Pruner method() {
    return new QcPruner(QcPruner.Parameters.defaults(7, 0.4f));
  }

  /** Text rows 0, 1 and 8, 9 around six patches; the anchors are the last two. */
  private static ArraySignals example() {
    int[] rows = {8, 9};
    return ArraySignals.of(TokenLayout.simple(2, 6, 3, 2))
        .with(Signal.VISUAL_COSINE, Kernels.cosine(STATES))
        .with(Signal.VISUAL_STATES, STATES)
        .withRows(Signal.TEXT_COSINE, rows, Kernels.cosine(ANCHORS, STATES))
        .withRows(Signal.TEXT_ALIGNMENT, rows, ALIGNMENT)
        .anchorRows(rows)
        .build();
  }

  @Test
  void settingsShowRhoAsItIsTyped() {
    String text = method().settings().toString();
    assertTrue(text.contains("rho=0.4") && !text.contains("0.40"), text);
  }

  private static PruneResult run(BackboneFacts backbone, String selector, double rho, int k) {
    MethodSpec spec =
        MethodSpec.of("qcpruner").with(QcPruner.SELECTOR, selector).with(QcPruner.RHO, rho);
    Pruner method = Methods.create(spec, backbone);
    return method.plan(new Stage.AfterLayer(7), example(), new Budget.Total(k));
  }

  @Test
  void withoutTextTheUtilityIsUniform() {
    ArraySignals silent =
        ArraySignals.of(TokenLayout.simple(2, 6, 3, 2))
            .with(Signal.VISUAL_COSINE, Kernels.cosine(STATES))
            .build();
    PruneResult result = method().plan(new Stage.AfterLayer(7), silent, new Budget.Total(3));
    float[] ones = {1, 1, 1, 1, 1, 1};
    assertArrayEquals(ones, result.trace().utility());
    // uniform utility is visual coverage alone
    assertArrayEquals(run(LLAVA, "coverage", 1, 3).trace().order(), result.trace().order());
    assertTrue(result.trace().notes().toString().contains("uniform"));
  }

  /** A selector without utility has no cues, not cues of zero. */
  @Test
  void selectorsWithoutUtilityTraceNoCues() {
    assertEquals(0, run(LLAVA, "mmtok-style", 0, 3).trace().cueSim().length);
    assertEquals(6, run(LLAVA, "coverage", 0, 3).trace().cueSim().length);
  }

  @Test
  void cuesCanBeNormalisedOverAllFrames() {
    int[] rows = {8, 9};
    ArraySignals signals =
        ArraySignals.of(TokenLayout.video(2, 2, 1, 3, false, 2))
            .with(Signal.VISUAL_COSINE, Kernels.cosine(STATES))
            .withRows(Signal.TEXT_COSINE, rows, Kernels.cosine(ANCHORS, STATES))
            .withRows(Signal.TEXT_ALIGNMENT, rows, ALIGNMENT)
            .anchorRows(rows)
            .build();
    PruneResult perFrame = normalised("frame", signals);
    PruneResult perSample = normalised("sample", signals);
    PruneResult picture = normalised("frame", example());
    assertArrayEquals(picture.trace().utility(), perSample.trace().utility(), 1e-6f);
    float[] own = perFrame.trace().utility();
    assertEquals(0, Math.min(own[0], Math.min(own[1], own[2])), 1e-6);
    assertEquals(0, Math.min(own[3], Math.min(own[4], own[5])), 1e-6);
  }

  private static PruneResult normalised(String over, ArraySignals signals) {
    return with("normalize=" + over + ",rho=0")
        .plan(new Stage.AfterLayer(7), signals, new Budget.PerGroup(2));
  }

  @ParameterizedTest
  @CsvSource({
    "top-k, 0, 5 3 0",
    "mmr, 0, 5 4 1",
    "mmr, 0.4, 5 4 1",
    "visual-only, 0, 3 0 2",
    "dpp, 0, 5 4 0",
    "dpp, 0.4, 5 4 0",
    "mmtok-style, 0, 0 5 2",
    "mmtok-utility-row, 0, 5 2 1",
    "coverage, 0, 5 3 1",
    "coverage, 0.4, 5 4 1",
    "coverage, 0.5, 5 4 1",
    "coverage, 1, 3 0 2",
    "target, 0, 3 0 1",
    "representative, 0, 5 4 1",
    "max-min, 0, 2 0 4"
  })
  void oneInputAllSelectors(String selector, double rho, String picks) {
    int[] expected = Arrays.stream(picks.split(" ")).mapToInt(Integer::parseInt).toArray();
    assertArrayEquals(expected, run(LLAVA, selector, rho, 3).trace().order());
  }

  @ParameterizedTest
  @CsvSource({
    "coverage, 0, 3.189485",
    "coverage, 0.4, 3.657804",
    "coverage, 0.5, 3.822184",
    "visual-only, 0, 4.790983",
    "target, 0, 3.489995",
    "representative, 0, 3.976194",
    "mmtok-style, 0, 1.127013"
  })
  void objectives(String selector, double rho, double value) {
    assertEquals(value, run(LLAVA, selector, rho, 3).trace().objective().orElseThrow(), 1e-5);
  }

  @Test
  void temperatureDependsOnTheBackbone() {
    PruneResult qwen = run(QWEN, "mmtok-style", 0, 3);
    assertEquals(1.205195, qwen.trace().objective().orElseThrow(), 1e-5);
    assertEquals("MMTok-style", qwen.trace().label());
  }

  @Test
  void utilityAndCuesAreInTheTrace() {
    PruneResult result = run(LLAVA, "coverage", 0, 3);
    assertArrayEquals(
        Rows.row(".950654 .522233 -.808290 .829228 .115470 .872872"),
        result.trace().cueSim(),
        1e-5f);
    assertArrayEquals(Rows.row("1.5 1.5 0 2.5 2.5 3"), result.trace().cueAlign(), 1e-5f);
    assertArrayEquals(
        Rows.row(".766957 .642420 0 .902095 .694614 .999999"), result.trace().utility(), 1e-5f);
    assertArrayEquals(Rows.row("2.250614 .607105 .331766"), result.trace().gains(), 1e-5f);
    assertEquals(PositionPolicy.KEEP, result.plan().positions());
    assertArrayEquals(new int[] {0, 1, 3, 5, 7, 8, 9}, result.plan().rows().primarySources());
  }

  @Test
  void anExhaustedDppIsFilledByQuality() {
    PruneResult result = run(LLAVA, "dpp", 0, 4);
    assertArrayEquals(new int[] {5, 4, 0, 3}, result.trace().order());
    assertTrue(result.trace().summary().contains("out of rank"), result.trace().summary());
  }

  @Test
  void asksOnlyForTheSignalsOfItsVariant() {
    Stage hook = new Stage.AfterLayer(7);
    assertEquals(
        Set.of(Signal.TEXT_COSINE, Signal.TEXT_ALIGNMENT, Signal.VISUAL_COSINE),
        with("cues=fused").needs(hook));
    assertEquals(
        Set.of(Signal.TEXT_COSINE, Signal.VISUAL_COSINE), with("cues=similarity").needs(hook));
    assertEquals(
        Set.of(Signal.TEXT_ALIGNMENT, Signal.VISUAL_COSINE), with("cues=alignment").needs(hook));
    assertEquals(Set.of(Signal.VISUAL_COSINE), with("selector=visual-only").needs(hook));
    assertEquals(
        Set.of(Signal.TEXT_COSINE, Signal.TEXT_ALIGNMENT), with("selector=top-k").needs(hook));
    assertEquals(
        Set.of(Signal.TEXT_COSINE, Signal.VISUAL_COSINE), with("selector=mmtok-style").needs(hook));
  }

  private static Pruner with(String setting) {
    return Methods.create(MethodSpec.parse("qcpruner:" + setting), LLAVA);
  }

  @Test
  void fullPromptTakesEveryTextRow() {
    ArraySignals.Builder signals = example().toBuilder();
    Matrix cosine = Matrix.zeros(10, 6);
    cosine.data()[cosine.offset(0) + 2] = 1f;
    ArraySignals changed = signals.with(Signal.TEXT_COSINE, cosine).build();
    PruneResult full =
        with("text=full-prompt,cues=similarity")
            .plan(new Stage.AfterLayer(7), changed, new Budget.Total(1));
    assertArrayEquals(new int[] {2}, full.trace().kept());
    assertEquals("QCPruner (similarity cue, full prompt)", full.trace().label());
  }

  @Test
  void framesAreProblemsOfTheirOwn(Random random) {
    TokenLayout video = TokenLayout.video(2, 3, 4, 4, true, 3);
    ArraySignals signals = SignalDraw.of(video, random);
    PruneResult all = method().plan(stage(), signals, new Budget.PerGroup(5));
    assertEquals(15, all.trace().counts().patch());
    assertEquals(12, all.plan().count(TokenKind.NEWLINE));
    // the second frame alone gives the same picks
    int[] second = Indices.shifted(Indices.range(16), 16);
    Matrix states = signals.get(Signal.VISUAL_STATES).selectRows(second);
    ArraySignals alone =
        ArraySignals.of(TokenLayout.simple(2, 16, 4, 3))
            .with(Signal.VISUAL_COSINE, Kernels.cosine(states))
            .withRows(
                Signal.TEXT_COSINE,
                new int[] {19, 20},
                columns(signals.textCosine(signals.anchorRows()), second))
            .withRows(
                Signal.TEXT_ALIGNMENT,
                new int[] {19, 20},
                columns(signals.textAlignment(signals.anchorRows()), second))
            .anchorRows(19, 20)
            .build();
    PruneResult one = method().plan(stage(), alone, new Budget.Total(5));
    assertArrayEquals(
        one.trace().order(), Indices.shifted(Arrays.copyOfRange(all.trace().order(), 5, 10), -16));
  }

  @Test
  void adaptiveAllocationDecidesAllFramesAtOnce(Random random) {
    TokenLayout video = TokenLayout.video(2, 3, 4, 4, false, 3);
    ArraySignals signals = SignalDraw.of(video, random);
    Pruner adaptive = with("allocate=adaptive");
    PruneResult result = adaptive.plan(stage(), signals, new Budget.PerGroup(4));
    assertEquals(12, result.trace().counts().patch());
    assertEquals(1, result.trace().parts());
    ArraySignals flat =
        SignalDraw.of(
            TokenLayout.simple(2, 48, 4, 3), signals.get(Signal.VISUAL_STATES), new Random(0));
    PruneResult whole =
        Methods.create("qcpruner", LLAVA)
            .plan(
                stage(),
                flat.toBuilder()
                    .with(Signal.TEXT_COSINE, signals.get(Signal.TEXT_COSINE))
                    .with(Signal.TEXT_ALIGNMENT, signals.get(Signal.TEXT_ALIGNMENT))
                    .build(),
                new Budget.Total(12));
    assertArrayEquals(whole.trace().order(), result.trace().order());
  }

  @Test
  void certificateBoundsTheBestOfAllSets(Random random) {
    Pruner certified = with("certify=true");
    ArraySignals signals = draw(10, random);
    PruneResult greedy = certified.plan(stage(), signals, new Budget.Total(3));
    double bound = greedy.trace().bound().orElseThrow();
    double best = bestOfAll(greedy.trace().utility(), signals.get(Signal.VISUAL_COSINE));
    double reached = greedy.trace().objective().orElseThrow();
    assertTrue(reached <= best + 1e-4 && best <= bound + 1e-4, reached + " " + best + " " + bound);
    assertEquals(Math.min(1, reached / bound), greedy.trace().shareOfOptimum().orElseThrow(), 1e-9);
    // no remaining gain exceeds the mean gain of the picks, so the bound is at most twice F
    assertTrue(greedy.trace().shareOfOptimum().orElseThrow() >= 0.5 - 1e-6);
    assertTrue(run(LLAVA, "coverage", 0, 3).trace().shareOfOptimum().isEmpty());
    assertThrows(IllegalArgumentException.class, () -> with("selector=mmr,certify=true"));
  }

  /** The largest coverage of any three of ten. */
  private static double bestOfAll(float[] u, Matrix cosine) {
    double best = 0;
    for (int a = 0; a < 10; a++) {
      for (int b = a + 1; b < 10; b++) {
        for (int c = b + 1; c < 10; c++) {
          double sum = 0;
          for (int i = 0; i < 10; i++) {
            double cover = 0;
            for (int j : new int[] {a, b, c}) {
              cover = Math.max(cover, Math.max(0, cosine.get(i, j)) * u[i] * u[j]);
            }
            sum += cover;
          }
          best = Math.max(best, sum);
        }
      }
    }
    return best;
  }

  @Test
  void automaticBudgetIsTheSmallestThatReachesItsShare(Random random) {
    ArraySignals signals = draw(SIZE, random);
    double full = plan(signals, SIZE - 1).trace().objective().orElseThrow();
    PruneResult auto = method().plan(stage(), signals, new Budget.Auto(0.9));
    int k = auto.trace().counts().patch();
    assertTrue(k > 1 && k < SIZE);
    assertTrue(auto.trace().objective().orElseThrow() >= 0.9 * full - 1e-4);
    assertTrue(plan(signals, k - 1).trace().objective().orElseThrow() < 0.9 * full + 0.05 * full);
    assertArrayEquals(plan(signals, k).trace().order(), auto.trace().order());
    boolean warned =
        auto.trace().summary().contains("not of answers; with a floor: auto:0.9:least=16");
    assertEquals(k < 16, warned, auto.trace().summary());
    Budget floored = new Budget.Auto(0.9, 0, 2);
    assertFalse(method().plan(stage(), signals, floored).trace().summary().contains("floor"));
    assertThrows(
        IllegalArgumentException.class,
        () -> with("selector=mmr").plan(stage(), signals, new Budget.Auto(0.9)));
  }

  @Test
  void badParametersAreNamed() {
    for (float rho : new float[] {-0.1f, 1.1f, Float.NaN}) {
      IllegalArgumentException e =
          assertThrows(IllegalArgumentException.class, () -> QcPruner.Parameters.defaults(7, rho));
      assertTrue(e.getMessage().contains(Float.toString(rho)), e.getMessage());
    }
    assertThrows(IllegalArgumentException.class, () -> QcPruner.Parameters.defaults(-1, 0));
  }

  @Test
  void coverageOfTextNeedsText(Random random) {
    ArraySignals signals = draw(SIZE, random).toBuilder().anchorRows().build();
    Pruner method = with("selector=mmtok-style,layer=7");
    assertThrows(
        IllegalArgumentException.class,
        () -> method.plan(new Stage.AfterLayer(7), signals, new Budget.Total(3)));
  }
}
