package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.contracts.SequenceContract;
import io.qcpruner.contracts.SignalDraw;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.CacheRule;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Specification of the video methods, section 3. */
class DyCokeTest extends SequenceContract {

  @Override
  protected Pruner method() {
    return new DyCoke(DyCoke.Parameters.defaults(2));
  }

  private static DyCoke dropping(double share) {
    return new DyCoke(new DyCoke.Parameters(Optional.of(share), 0.8, 2, StepCache.Reuse.OFFICIAL));
  }

  /** Two frames, of which the first stays whole. */
  @Override
  protected TokenLayout layout(int n) {
    return n % 2 == 0
        ? TokenLayout.video(3, 2, n / 2, 1, false, 5)
        : TokenLayout.video(3, 1, n, 1, false, 5);
  }

  @Override
  protected int expected(int n, int k) {
    return Math.max(k, n / 2);
  }

  @Override
  protected boolean followsTokens() {
    return false; // places of two frames are compared
  }

  @Test
  void countsOfTheSpecification(Random random) {
    check(8, 0.7, 878, random);
    check(16, 0.7, 1618, random);
    check(32, 0.7, 3098, random);
    check(32, 0.5, 4018, random);
    check(32, 0.3, 4915, random);
  }

  private void check(int frames, double drop, int total, Random random) {
    ArraySignals signals =
        ArraySignals.of(TokenLayout.video(1, frames, 14, 14, false, 1))
            .with(Signal.VISUAL_STATES, SignalDraw.normal(random, frames * 196, 2))
            .build();
    PruneResult result = dropping(drop).plan(stage(), signals, new Budget.Ratio(0.5));
    assertEquals(total, result.trace().counts().budgeted());
  }

  @Test
  void framesAreComparedWithOthersThatMayGoThemselves() {
    assertArrayEquals(new int[] {-1, 0, 0, 2, -1, 4, -1, 6}, DyCoke.partners(8));
    assertArrayEquals(new int[] {-1, 0, -1, 2}, DyCoke.partners(4));
    // an unpaired frame at the end stays whole; the published code loses it
    assertArrayEquals(new int[] {-1, 0, 0, 2, -1}, DyCoke.partners(5));
    assertArrayEquals(new int[] {-1}, DyCoke.partners(1));
  }

  @Test
  void theLeastAlikeComeFirst() {
    float[] cosine = {.9f, .2f, .7f, .4f, .95f};
    Matrix states = Matrix.zeros(10, 2);
    for (int i = 0; i < 5; i++) {
      states.data()[2 * i] = 1;
      states.data()[10 + 2 * i] = cosine[i];
      states.data()[11 + 2 * i] = (float) Math.sqrt(1 - cosine[i] * cosine[i]);
    }
    ArraySignals signals =
        ArraySignals.of(TokenLayout.video(1, 2, 1, 5, false, 1))
            .with(Signal.VISUAL_STATES, states)
            .build();
    PruneResult result = dropping(0.4).plan(stage(), signals, new Budget.Ratio(0.5));
    assertArrayEquals(
        new int[] {0, 1, 2, 3, 4, 5, 7, 9, 8, 11}, result.plan().rows().primarySources());
    // the budget decides where no share is set
    PruneResult seven = method().plan(stage(), signals, new Budget.Total(7));
    assertArrayEquals(new int[] {0, 1, 2, 3, 4, 5, 7, 9, 11}, seven.plan().rows().primarySources());
  }

  @Test
  void rowsStayInTheirGridWhereNewlinesStandInIt(Random random) {
    TokenLayout grid = TokenLayout.video(1, 4, 3, 3, true, 1);
    PruneResult result = method().plan(stage(), SignalDraw.of(grid, random), new Budget.Total(24));
    int[] rows = result.plan().rows().primarySources();
    assertArrayEquals(Arrays.stream(rows).sorted().toArray(), rows);
    assertEquals(24, result.trace().counts().budgeted());
  }

  @Test
  void saysWhatStaysWhole(Random random) {
    TokenLayout clip = TokenLayout.video(1, 4, 3, 3, true, 1);
    PruneResult result = method().plan(stage(), SignalDraw.of(clip, random), new Budget.Total(5));
    assertEquals(18, result.trace().counts().budgeted());
    assertTrue(result.trace().notes().get(0).contains("2 of 4 frames stay whole"));
  }

  @Test
  void stepsThatLookElsewhereChooseAnew() {
    TokenLayout layout = TokenLayout.simple(1, 5, 1, 1);
    CacheRule rule = new StepCache(2, 0.5, StepCache.Reuse.OFFICIAL);
    CacheRule.Choice official = rule.start(layout);
    CacheRule.Choice previous = new StepCache(2, 0.5, StepCache.Reuse.PREVIOUS).start(layout);
    float[][] steps = {
      {9, .1f, .4f, .2f, .3f, 9, 9},
      {9, .12f, .38f, .2f, .3f, 0, 0},
      {0, .5f, .05f, .3f, .15f, 0, 9}
    };
    int[] first = {0, 2, 4, 5, 6};
    assertArrayEquals(first, official.rows(steps[0]).orElseThrow());
    assertTrue(official.rows(steps[1]).isEmpty(), "cosine .9988");
    assertArrayEquals(new int[] {0, 1, 3, 5, 6}, official.rows(steps[2]).orElseThrow());
    previous.rows(steps[0]);
    assertArrayEquals(first, previous.rows(steps[1]).orElseThrow());
  }

  @Test
  void aShareOfTheCacheIsCutAsPublished() {
    // int(10 * 0.19999999999999996) is 1
    TokenLayout layout = TokenLayout.simple(0, 11, 1, 1);
    int[] kept =
        new StepCache(2, 0.8, StepCache.Reuse.OFFICIAL)
            .start(layout)
            .rows(new float[12])
            .orElseThrow();
    assertArrayEquals(new int[] {0, 10, 11}, kept);
  }

  @Test
  void withoutADropCachesStayWhole() {
    assertTrue(method().cacheRule().isPresent());
    DyCoke whole =
        new DyCoke(new DyCoke.Parameters(Optional.empty(), 0, 2, StepCache.Reuse.OFFICIAL));
    assertTrue(whole.cacheRule().isEmpty());
    assertEquals("DyCoke (caches whole)", whole.label());
  }
}
