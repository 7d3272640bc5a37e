package io.qcpruner.model.decoder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.kernels.RowKernels;
import io.qcpruner.model.nn.AttentionMask;
import io.qcpruner.model.nn.Blas;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Rotary;
import io.qcpruner.model.nn.RotaryTable;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.ThreadTeam;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.model.nn.Weights;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.weights.SeededWeights;
import io.qcpruner.model.weights.TypedWeights;
import io.qcpruner.testkit.Seeded;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A layer on a thread team against the same layer on one thread. */
@ExtendWith(Seeded.class)
class TeamLayerTest {
  private static final Placement CPU = Placement.cpu();
  private static final ThreadTeam TEAM = ThreadTeam.of(3);

  private enum Kind {
    HALF,
    INT8,
    FLOAT,
    NARROW
  }

  private int threadsBefore;

  @BeforeEach
  void threads() {
    threadsBefore = torch.get_num_threads();
  }

  @AfterEach
  void sameThreadsAsBefore() {
    torch.set_num_threads(threadsBefore);
  }

  /** One key head, fewer key heads than shards, groups, plain heads; no width divides by 3. */
  @ParameterizedTest
  @CsvSource({
    "HALF, 32, 2, 2, 4, 4",
    "HALF, 100, 3, 3, 6, 2",
    "HALF, 49, 3, 2, 4, 1",
    "INT8, 33, 2, 2, 4, 2",
    "INT8, 131, 3, 3, 6, 6",
    "INT8, 49, 3, 2, 4, 1",
    "FLOAT, 32, 2, 2, 4, 4",
    "FLOAT, 33, 2, 2, 4, 2",
    "FLOAT, 48, 3, 3, 4, 4",
    "FLOAT, 100, 3, 3, 6, 2",
    "FLOAT, 131, 3, 3, 6, 6",
    "FLOAT, 49, 3, 2, 4, 1",
    "FLOAT, 49, 3, 3, 2, 2",
    "FLOAT, 64, 5, 3, 6, 6",
    "NARROW, 33, 2, 2, 4, 2",
    "NARROW, 100, 3, 3, 6, 2",
    "NARROW, 49, 3, 2, 4, 1"
  })
  void shardsOnThreadsGiveTheWholeLayer(
      Kind kind, int rows, int shards, int threads, int heads, int kvHeads, Random random)
      throws WeightsException {
    DecoderConfig config = config(heads, kvHeads);
    float[] input = input(random, rows, config);
    torch.set_num_threads(1);
    DecoderLayer whole = layer(config, kind, 1);
    List<float[]> expected =
        Scopes.compute(() -> outputs(whole, Optional.empty(), input, rows, config));
    torch.set_num_threads(threads);
    DecoderLayer sharded = layer(config, kind, shards);
    TeamLayer team = new TeamLayer(config, TEAM);
    List<float[]> onTeam =
        Scopes.compute(() -> outputs(sharded, Optional.of(team), input, rows, config));
    if (kind == Kind.INT8) {
      // the engine's norm may differ in the last bit, which moves a code of a row now and then
      assertAlikeOnAverage(expected, onTeam);
      DecoderLayer halved = layer(config, kind, 2);
      torch.set_num_threads(2);
      assertAlike( // sums of codes are exact, however they are split
          Scopes.compute(() -> outputs(halved, Optional.of(team), input, rows, config)), onTeam, 0);
      torch.set_num_threads(threads);
    } else {
      assertAlike(expected, onTeam, 2e-6f);
    }
    // the same weights without a team, as on one thread
    assertAlike(
        expected,
        Scopes.compute(() -> outputs(sharded, Optional.empty(), input, rows, config)),
        2e-6f);
  }

  /** As of a further question about a picture. */
  @ParameterizedTest
  @CsvSource({"6, 2", "7, 2", "9, 3"})
  void fewRowsOfAWideLayerAreWorthATeam(int rows, int threads, Random random)
      throws WeightsException {
    DecoderConfig config =
        DecoderConfig.sized(256, 700, 1).heads(4, 4, 64).vocabulary(11).maxPositions(64).build();
    float[] input = input(random, rows, config);
    torch.set_num_threads(threads);
    DecoderLayer layer = layer(config, Kind.HALF, 3);
    TeamLayer team = new TeamLayer(config, TEAM);
    assertAlike(
        Scopes.compute(() -> outputs(layer, Optional.empty(), input, rows, config)),
        Scopes.compute(() -> outputs(layer, Optional.of(team), input, rows, config)),
        2e-5f);
  }

  /** Few rows of a narrow layer, or one thread: the same kernels on the calling thread. */
  @ParameterizedTest
  @CsvSource({"HALF, 1, 2", "HALF, 31, 2", "FLOAT, 7, 2", "FLOAT, 40, 1", "NARROW, 40, 1"})
  void withoutASecondWorker(Kind kind, int rows, int threads, Random random)
      throws WeightsException {
    DecoderConfig config = config(4, 2);
    float[] input = input(random, rows, config);
    torch.set_num_threads(threads);
    DecoderLayer layer = layer(config, kind, 2);
    TeamLayer team = new TeamLayer(config, TEAM);
    assertAlike(
        Scopes.compute(() -> outputs(layer, Optional.empty(), input, rows, config)),
        Scopes.compute(() -> outputs(layer, Optional.of(team), input, rows, config)),
        2e-6f);
  }

  /** A code that moved changes the numbers of one row by a hundredth at most. */
  private static void assertAlikeOnAverage(List<float[]> expected, List<float[]> got) {
    for (int i = 0; i < expected.size(); i++) {
      double sum = 0;
      for (int k = 0; k < expected.get(i).length; k++) {
        sum += Math.abs(expected.get(i)[k] - got.get(i)[k]);
      }
      assertEquals(0, sum / expected.get(i).length, 1e-3, "output " + i);
    }
  }

  private static void assertAlike(List<float[]> expected, List<float[]> got, float tolerance) {
    assertEquals(5, expected.size());
    for (int i = 0; i < expected.size(); i++) {
      float[] made = got.get(i);
      assertEquals(expected.get(i).length, made.length);
      for (int k = 0; k < made.length; k++) {
        assertEquals(expected.get(i)[k], made[k], tolerance, "output " + i + " " + k);
      }
    }
  }

  /** Rows, cached keys and values, and what a tap gets. */
  private static List<float[]> outputs(
      DecoderLayer layer, Optional<TeamLayer> team, float[] input, int rows, DecoderConfig config) {
    List<float[]> out = new ArrayList<>();
    QueryKeyTap tap = (queries, keys) -> List.of(queries, keys).forEach(t -> out.add(floats(t)));
    try (KvCache cache = new KvCache();
        Workspace workspace = new Workspace(CPU)) {
      Tensor h = Tensors.ofFloats(input, CPU, 1, rows, config.hiddenSize());
      LayerPass pass = pass(rows, config, AttentionMask.CAUSAL, cache, tap, workspace);
      Tensor next =
          team.map(s -> s.tryForward(layer, h, pass).orElseThrow())
              .orElseGet(() -> layer.forward(h, pass));
      assertEquals(rows, cache.length());
      out.addAll(List.of(floats(next), floats(cache.keys()), floats(cache.values())));
    }
    return out;
  }

  @ParameterizedTest
  @EnumSource
  void otherPassesAreLeftAlone(Kind kind, Random random) throws WeightsException {
    DecoderConfig config = config(4, 4);
    DecoderLayer layer = layer(config, kind, 2);
    TeamLayer team = new TeamLayer(config, TEAM);
    torch.set_num_threads(2);
    Scopes.run(
        () -> {
          try (KvCache cache = new KvCache();
              Workspace workspace = new Workspace(CPU)) {
            Tensor many = Tensors.ofFloats(input(random, 40, config), CPU, 1, 40, 32);
            LayerPass free = pass(40, config, AttentionMask.NONE, cache, null, workspace);
            assertTrue(team.tryForward(layer, many, free).isEmpty(), "rows that see all");
            LayerPass training = pass(40, config, AttentionMask.CAUSAL, null, null, workspace);
            assertTrue(team.tryForward(layer, many, training).isEmpty(), "no cache");
            LayerPass prompt = pass(40, config, AttentionMask.CAUSAL, cache, null, workspace);
            assertEquals(0, cache.length());
            assertFalse(team.tryForward(layer, many, prompt).isEmpty(), "a prompt");
            assertTrue(team.tryForward(layer, many, prompt).isEmpty(), "rows after a prompt");
          }
        });
  }

  @ParameterizedTest
  @CsvSource({"HALF, MKL", "HALF, OPENBLAS", "INT8, OPENBLAS", "STORED, MKL", "STORED, OPENBLAS"})
  void onlyWhereItPays(WeightKind kind, Blas blas) {
    boolean byKernels = RowKernels.ofThisMachine().servesPrompts(kind == WeightKind.INT8);
    boolean expected = byKernels || blas == Blas.MKL;
    ModuleFactory modules = new ModuleFactory(new SeededWeights(), CPU, kind);
    assertEquals(expected, Decoder.teamWherePaying(modules, blas).isPresent());
  }

  private static LayerPass pass(
      int rows,
      DecoderConfig config,
      AttentionMask mask,
      KvCache cache,
      QueryKeyTap tap,
      Workspace workspace) {
    Rotary rotary = new Rotary(config.headDim(), config.ropeTheta(), new int[0], CPU);
    RotaryTable table = rotary.at(new long[][] {LongStream.range(5, 5 + rows).toArray()});
    return new LayerPass(table, mask, cache, tap, workspace);
  }

  private static DecoderLayer layer(DecoderConfig config, Kind kind, int shards)
      throws WeightsException {
    Weights weights = new SeededWeights();
    if (kind == Kind.NARROW) {
      weights = new TypedWeights(weights, NumberType.BF16);
    }
    WeightKind packed =
        switch (kind) {
          case HALF -> WeightKind.HALF;
          case INT8 -> WeightKind.INT8;
          case FLOAT, NARROW -> WeightKind.STORED;
        };
    return new DecoderLayer(config, new ModuleFactory(weights, CPU, packed, shards), "x.");
  }

  private static DecoderConfig config(int heads, int kvHeads) {
    return DecoderConfig.sized(32, 50, 1)
        .heads(heads, kvHeads, 8)
        .vocabulary(96)
        .qkvBias(true)
        .maxPositions(256)
        .build();
  }

  private static float[] input(Random random, int rows, DecoderConfig config) {
    float[] values = new float[rows * config.hiddenSize()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return values;
  }

  private static float[] floats(Tensor t) {
    float[] values = Tensors.toFloats(t);
    for (float value : values) {
      assertTrue(Float.isFinite(value), () -> Arrays.toString(values));
    }
    return values;
  }
}
