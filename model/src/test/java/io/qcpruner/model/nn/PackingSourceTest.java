package io.qcpruner.model.nn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.decoder.Decoder;
import io.qcpruner.model.weights.SeededWeights;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Matrices that are packed are read through weights of their own, which are closed again. */
class PackingSourceTest {

  /** Counts who reads what where. */
  private static final class Counted implements Weights {
    private final Weights source = new SeededWeights();
    private final Set<String> kept = ConcurrentHashMap.newKeySet();
    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();

    @Override
    public boolean has(String name) {
      return source.has(name);
    }

    @Override
    public Tensor get(String name, long... shape) throws WeightsException {
      kept.add(name);
      return source.get(name, shape);
    }

    @Override
    public ReopenedWeights reopened() {
      opened.incrementAndGet();
      open.incrementAndGet();
      return new ReopenedWeights() {
        @Override
        public boolean has(String name) {
          return source.has(name);
        }

        @Override
        public Tensor get(String name, long... shape) throws WeightsException {
          return source.get(name, shape);
        }

        @Override
        public void close() {
          open.decrementAndGet();
        }
      };
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"HALF", "INT8"})
  void packedMatricesAreNotKept(WeightKind kind) throws WeightsException {
    DecoderConfig config =
        DecoderConfig.sized(32, 48, 2)
            .heads(4, 2, 8)
            .vocabulary(96)
            .qkvBias(true)
            .maxPositions(256)
            .build();
    Counted weights = new Counted();
    try (ModuleFactory modules = new ModuleFactory(weights, Placement.cpu(), kind, 2)) {
      modules.build(() -> new Decoder(config, modules));
      // two layers of seven matrices and the head, each once for both shards
      assertEquals(2 * 7 + 1, weights.opened.get());
      assertEquals(0, weights.open.get());
      assertTrue(
          weights.kept.stream().noneMatch(n -> n.endsWith("_proj.weight")),
          weights.kept.toString());
    }
  }
}
