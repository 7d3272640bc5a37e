package io.qcpruner.contracts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.select.Selection;
import io.qcpruner.core.select.Selector;
import io.qcpruner.core.select.Selector.Part;
import io.qcpruner.core.select.SelectorInput;
import io.qcpruner.core.select.ShareRule;
import io.qcpruner.testkit.Seeded;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What every selector promises, whatever it computes. */
@ExtendWith(Seeded.class)
public abstract class SelectorContract {
  private static final int SIZE = 40;

  protected abstract Selector selector();

  /** An input with every part: random features, utilities and anchors. */
  protected static SelectorInput draw(int n, Random random) {
    Matrix features = SignalDraw.normal(random, n, 6);
    Matrix anchors = Kernels.cosine(SignalDraw.normal(random, 3, 6), features);
    float[] utility = SignalDraw.uniform(random, 1, n).data();
    return new SelectorInput(n, utility, Kernels.cosine(features), features, anchors, 0.2f);
  }

  /** The input without the parts that a selector does not name. */
  private static SelectorInput only(SelectorInput all, Iterable<Part> parts) {
    SelectorInput input = new SelectorInput(all.tokens(), null, null, null, null, all.rho());
    for (Part part : parts) {
      input =
          switch (part) {
            case UTILITY -> input.withUtility(all.utility());
            case ANCHORS -> input.withAnchors(all.anchorCosine());
            case AFFINITY -> with(input, all.cosine(), input.features());
            case FEATURES -> with(input, input.cosine(), all.features());
          };
    }
    return input;
  }

  private static SelectorInput with(SelectorInput input, Matrix cosine, Matrix features) {
    return new SelectorInput(
        input.tokens(), input.utility(), cosine, features, input.anchorCosine(), input.rho());
  }

  @Test
  void keepsExactlyTheBudget(Random random) {
    for (int n : new int[] {1, 2, 7, SIZE}) {
      SelectorInput input = draw(n, random);
      for (int k : new int[] {1, n / 2, n - 1, n, n + 3}) {
        if (k >= 1) {
          int[] kept = selector().select(input, k).kept();
          assertEquals(Math.min(k, n), kept.length, "N = " + n + ", K = " + k);
          assertEquals(kept.length, Arrays.stream(kept).distinct().count(), "a token twice");
          assertTrue(kept[0] >= 0 && kept[kept.length - 1] < n, Arrays.toString(kept));
        }
      }
    }
  }

  @Test
  void aLargeBudgetKeepsEverythingInOrder(Random random) {
    SelectorInput input = draw(9, random);
    for (int k : new int[] {9, 10, 90}) {
      int[] order = selector().select(input, k).order();
      assertArrayEquals(IntStream.range(0, 9).toArray(), order, "K = " + k);
    }
  }

  @Test
  void everyPickHasItsGain(Random random) {
    Selection selection = selector().select(draw(SIZE, random), 11);
    assertEquals(11, selection.order().length);
    assertEquals(11, selection.gains().length);
  }

  @Test
  void ofEqualTokensTheFirstAreKept() {
    Matrix features = Matrix.zeros(6, 3);
    Arrays.fill(features.data(), 1f);
    float[] utility = new float[6];
    Arrays.fill(utility, 0.5f);
    Matrix anchors = Kernels.cosine(features.rows(0, 1), features);
    SelectorInput input =
        new SelectorInput(6, utility, Kernels.cosine(features), features, anchors, 0.4f);
    assertArrayEquals(new int[] {0, 1, 2}, selector().select(input, 3).order());
  }

  @Test
  void repeatsOnAnyThread(Random random) {
    SelectorInput input = draw(SIZE, random);
    Selection once = selector().select(input, 10);
    List<Selection> many =
        IntStream.range(0, 16).parallel().mapToObj(i -> selector().select(input, 10)).toList();
    for (Selection again : many) {
      assertArrayEquals(once.order(), again.order());
      assertArrayEquals(once.gains(), again.gains());
      assertEquals(once.objective(), again.objective());
    }
  }

  @Test
  void looksOnlyAtThePartsItNames(Random random) {
    SelectorInput all = draw(SIZE, random);
    Selection whole = selector().select(all, 9);
    Selection part = selector().select(only(all, selector().needs()), 9);
    assertArrayEquals(whole.order(), part.order());
    assertArrayEquals(whole.gains(), part.gains());
  }

  @Test
  void refusesAMissingPart(Random random) {
    SelectorInput all = draw(SIZE, random);
    for (Part missing : selector().needs()) {
      List<Part> rest = selector().needs().stream().filter(part -> part != missing).toList();
      SelectorInput input = only(all, rest);
      String message =
          assertThrows(
                  IllegalArgumentException.class, () -> selector().select(input, 3), missing.name())
              .getMessage();
      assertTrue(message.contains("needs"), message);
    }
  }

  @Test
  void refusesNotANumberAndNamesTheRow(Random random) {
    for (Part part : selector().needs()) {
      SelectorInput all = draw(6, random);
      // utilities are looked at by the input itself
      Matrix bad =
          switch (part) {
            case UTILITY -> null;
            case AFFINITY -> all.cosine();
            case FEATURES -> all.features();
            case ANCHORS -> all.anchorCosine();
          };
      if (bad == null) {
        continue;
      }
      bad.data()[bad.offset(1) + 2] = Float.NaN;
      String message =
          assertThrows(IllegalArgumentException.class, () -> selector().select(all, 2), part.name())
              .getMessage();
      assertTrue(message.matches(".*\\brow 1\\b.*"), message);
    }
  }

  @Test
  void refusesToKeepNothing(Random random) {
    SelectorInput input = draw(6, random);
    for (int k : new int[] {0, -1}) {
      assertThrows(IllegalArgumentException.class, () -> selector().select(input, k));
    }
  }

  @Test
  void meetsAShareOrSaysThatItCannot(Random random) {
    SelectorInput input = draw(SIZE, random);
    if (!selector().supportsShare()) {
      String message =
          assertThrows(
                  IllegalArgumentException.class,
                  () -> selector().selectShare(input, new ShareRule(0.9)))
              .getMessage();
      assertTrue(message.contains(selector().name()), message);
      return;
    }
    int before = 0;
    for (double share : new double[] {0.3, 0.6, 0.9}) {
      Selection enough = selector().selectShare(input, new ShareRule(share));
      assertTrue(enough.size() >= Math.max(1, before), "more is asked for, less is kept");
      int[] order = selector().select(input, enough.size()).order();
      assertArrayEquals(order, enough.order(), "the picks do not depend on who counts them");
      before = enough.size();
    }
    assertTrue(before < SIZE, "nine tenths need every token");
  }

  @Test
  void aBoundIsNotBelowWhatWasReached(Random random) {
    SelectorInput input = draw(SIZE, random);
    Selection selection = selector().select(input, 8);
    OptionalDouble bound = selector().bound(input, selection.order());
    if (bound.isPresent()) {
      double reached = selection.objective();
      assertTrue(bound.getAsDouble() >= reached * (1 - 1e-6), bound + " < " + reached);
    }
  }

  @Test
  void saysWhatItIs() {
    assertTrue(selector().name().matches("[a-z0-9]+(-[a-z0-9]+)*"), selector().name());
    assertFalse(selector().label().isBlank());
    assertFalse(selector().needs().isEmpty());
  }
}
