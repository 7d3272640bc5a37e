package io.qcpruner.model;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.model.decoder.DecodeState;
import io.qcpruner.model.decoder.DecodeStep;
import io.qcpruner.model.decoder.Decoder;
import io.qcpruner.model.decoder.DecoderInput;
import io.qcpruner.model.decoder.Prefill;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.model.weights.SeededWeights;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.Test;

/** Native memory of many requests: everything a request made is gone when it ends. */
class SoakTest {
  private static final int WARM = 50;

  /** So many that their caches would be far more than what the Java heap may grow meanwhile. */
  private static final int ALL = 500;

  private final DecoderConfig config =
      DecoderConfig.sized(128, 256, 4).heads(4, 4, 32).vocabulary(96).maxPositions(256).build();

  @Test
  void manyRequestsLeaveNothingBehind() throws WeightsException {
    assertNothingStays(
        new Decoder(config, new ModuleFactory(new SeededWeights(), Placement.cpu())), 23);
  }

  /** Enough rows for every layer of the prompt to run on the thread team. */
  @Test
  void neitherDoRequestsOnATeam() throws WeightsException {
    ModuleFactory modules =
        new ModuleFactory(new SeededWeights(), Placement.cpu(), WeightKind.HALF);
    assertNothingStays(new Decoder(config, modules), 64);
  }

  private static void assertNothingStays(Decoder decoder, int rows) {
    long perRequest = 0;
    for (int i = 0; i < WARM; i++) {
      perRequest = request(decoder, rows);
    }
    long pointers = settledCount();
    long resident = Pointer.physicalBytes();
    for (int i = WARM; i < ALL; i++) {
      request(decoder, rows);
    }
    assertNoMoreThan(pointers);
    long leak = perRequest * (ALL - WARM);
    long growth = Pointer.physicalBytes() - resident;
    assertTrue(growth < leak / 2, growth + " bytes more; leaking caches would be " + leak);
  }

  @Test
  void towersAndTapsToo() throws WeightsException {
    Run warm = new Run(TinyBackbones.llava15());
    var picture = TinyBackbones.still(TinyBackbones.pixels("tiny-llava", 3, 56, 56));
    warm.run(Run.prompt(95), List.of(picture), 2);
    long pointers = settledCount();
    for (int i = 0; i < 20; i++) {
      warm.run(Run.prompt(95), List.of(picture), 2);
    }
    assertNoMoreThan(pointers);
  }

  /**
   * Live native objects when the garbage of earlier tests is gone, so that it can't hide a leak.
   */
  private static long settledCount() {
    long count = Pointer.totalCount();
    for (int same = 0, i = 0; same < 3 && i < 100; i++) {
      System.gc();
      LockSupport.parkNanos(10_000_000); // the collector hands over to JavaCPP's own thread
      long now = Pointer.totalCount();
      same = now == count ? same + 1 : 0;
      count = now;
    }
    return count;
  }

  private static void assertNoMoreThan(long before) {
    long now = Pointer.totalCount();
    assertTrue(now <= before, now + " live native objects, " + before + " before");
  }

  /** Prefill and four steps; returns the bytes of its caches. */
  private static long request(Decoder decoder, int n) {
    return Scopes.compute(
        () -> {
          int[] ids = IntStream.range(0, n).toArray();
          long[][] positions = {LongStream.range(0, n).toArray()};
          DecoderInput input =
              new DecoderInput(
                  decoder.embed(ids).unsqueeze(0),
                  ids,
                  TokenLayout.simple(n, 0, 1, 0),
                  positions,
                  n);
          try (DecodeState state = new DecodeState(decoder)) {
            try (Prefill prefill = new Prefill(decoder, state, input, List.of())) {
              Tensors.toFloats(prefill.run().lastLogits());
            }
            DecodeStep step = new DecodeStep(decoder, state);
            for (int i = 0; i < 4; i++) {
              step.run(i);
            }
            return state.cacheBytes();
          }
        });
  }
}
