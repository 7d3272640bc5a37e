package io.qcpruner.model.prune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.model.prune.StageClock.Part;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Parts nest, and each moment belongs to one of them. */
final class StageClockTest {

  @Test
  void innerTimeIsNotCountedTwice() {
    StageClock clock = new StageClock();
    long start = System.nanoTime();
    clock.enter(Part.PREFILL_BEFORE);
    clock.time(Part.SELECTION, () -> clock.time(Part.CUES, () -> spin(60_000_000)));
    clock.continueAs(Part.PREFILL_AFTER);
    spin(1_000_000);
    clock.leave();
    long whole = System.nanoTime() - start;
    long parts = 0;
    for (Part part : Part.values()) {
      parts += clock.nanos(part);
    }
    assertTrue(clock.nanos(Part.CUES) >= 60_000_000);
    assertTrue(clock.nanos(Part.PREFILL_AFTER) >= 1_000_000);
    assertTrue(parts <= whole, parts + " of " + whole);
    // the system counts processor time in steps of 10 ms
    assertTrue(clock.processorMillis(Part.CUES) > 0);
  }

  @Test
  void listenersHearEveryStretch() {
    List<Part> heard = new ArrayList<>();
    StageClock clock = new StageClock((part, nanos) -> heard.add(part));
    clock.enter(Part.PREFILL_BEFORE);
    clock.time(Part.SELECTION, () -> 0);
    clock.continueAs(Part.PREFILL_AFTER);
    clock.leave();
    assertEquals(
        List.of(Part.PREFILL_BEFORE, Part.SELECTION, Part.PREFILL_BEFORE, Part.PREFILL_AFTER),
        heard);
  }

  @Test
  void clocksAddUp() {
    StageClock picture = new StageClock();
    picture.time(Part.TOWER, () -> spin(1_000_000));
    StageClock request = new StageClock();
    request.addAll(picture);
    request.addAll(picture);
    assertEquals(2 * picture.nanos(Part.TOWER), request.nanos(Part.TOWER));
  }

  private static long spin(long nanos) {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    return end;
  }
}
