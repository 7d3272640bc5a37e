package io.qcpruner.model.decoder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.kernels.CacheType;
import io.qcpruner.model.nn.AttentionMask;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.RotaryTable;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.ThreadTeam;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.model.nn.Weights;
import io.qcpruner.model.weights.SeededWeights;
import io.qcpruner.model.weights.TypedWeights;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** New tokens on a thread team against the same tokens layer by layer on one thread. */
@Timeout(120)
class DecodeStepTest {
  private static final ThreadTeam TEAM = ThreadTeam.of(8);
  private static final int STEPS = 4;

  private int threadsBefore;

  @BeforeEach
  void threads() {
    threadsBefore = torch.get_num_threads();
  }

  @AfterEach
  void sameThreadsAsBefore() {
    torch.set_num_threads(threadsBefore);
  }

  /** Shards, threads, query heads and key heads; teams of 4 and 8 on any machine. */
  @ParameterizedTest
  @CsvSource({
    "STORED, F32, 2, 2, 4, 4",
    "STORED, F32, 3, 3, 6, 2",
    "STORED, F32, 5, 2, 4, 1",
    "STORED, F32, 8, 8, 6, 3",
    "STORED, BF16, 2, 2, 4, 2",
    "STORED, F16, 3, 3, 6, 2",
    "HALF, F32, 2, 2, 4, 2",
    "HALF, F32, 4, 4, 6, 2",
    "INT8, F32, 2, 2, 4, 4",
    "INT8, F32, 8, 4, 6, 1"
  })
  void oneTokenAtATime(
      WeightKind kind, NumberType type, int shards, int threads, int heads, int kvHeads)
      throws WeightsException {
    torch.set_num_threads(1);
    Decoder whole = decoder(kind, type, heads, kvHeads, 1).withCaches(CacheType.F32);
    // where rows are rounded to codes, the last bit of a norm can move one of them
    List<float[]> expected =
        kind == WeightKind.INT8
            ? steps(whole.withTeam(Optional.empty()), List.of(21)).get(0)
            : naive(whole, 21);
    torch.set_num_threads(threads);
    Decoder onTeam =
        decoder(kind, type, heads, kvHeads, shards)
            .withCaches(CacheType.F32)
            .withTeam(Optional.of(TEAM));
    assertAlike(expected, steps(onTeam, List.of(21)).get(0), 3e-5f);
    Decoder alone = onTeam.withTeam(Optional.empty());
    assertAlike(expected, steps(alone, List.of(21)).get(0), 3e-5f);
  }

  /** Sequences of unequal length in one step, each with the logits it has alone. */
  @ParameterizedTest
  @CsvSource({
    "STORED, F32, 2, 2",
    "STORED, BF16, 2, 2",
    "HALF, F32, 3, 2",
    "INT8, F32, 2, 2",
    "INT8, F32, 3, 1",
    "INT4, F32, 2, 2",
    "INT4, BF16, 3, 2"
  })
  void severalSequencesTogether(WeightKind kind, NumberType type, int shards, int threads)
      throws WeightsException {
    torch.set_num_threads(threads);
    Decoder decoder = decoder(kind, type, 4, 2, shards).withTeam(Optional.of(TEAM));
    List<Integer> lengths = List.of(21, 1, 90, 34, 7, 12);
    List<List<float[]>> together = steps(decoder, lengths);
    for (int i = 0; i < lengths.size(); i++) {
      List<float[]> alone = steps(decoder, List.of(lengths.get(i))).get(0);
      assertAlike(alone, together.get(i), 0);
    }
  }

  /**
   * Rounded keys and values: each sequence as it is alone, and near those of 32 bits. Codes of 8
   * bits are up to sixteen times as coarse as 16-bit floats.
   */
  @ParameterizedTest
  @CsvSource({
    "STORED, F16, 2e-3",
    "STORED, INT8, 4e-2",
    "HALF, F16, 2e-3",
    "HALF, INT8, 4e-2",
    "INT8, F16, 0.2", // rounds every row again
    "INT8, INT8, 0.2",
    "INT4, INT8, 0.2"
  })
  void roundedCaches(WeightKind kind, CacheType type, float tolerance) throws WeightsException {
    torch.set_num_threads(2);
    Decoder decoder = decoder(kind, NumberType.F32, 4, 2, 2).withTeam(Optional.of(TEAM));
    Decoder rounding = decoder.withCaches(type);
    List<Integer> lengths = List.of(21, 90, 7);
    List<List<float[]>> wide = steps(decoder.withCaches(CacheType.F32), lengths);
    List<List<float[]>> together = steps(rounding, lengths);
    for (int i = 0; i < lengths.size(); i++) {
      List<float[]> alone = steps(rounding, List.of(lengths.get(i))).get(0);
      assertAlike(alone, together.get(i), 0);
      assertAlike(wide.get(i), alone, tolerance);
      assertFalse(Arrays.equals(wide.get(i).get(0), alone.get(0)), "nothing was rounded");
    }
  }

  /** The pass that serves other devices, here on the CPU. */
  @ParameterizedTest
  @CsvSource({"STORED, F32", "STORED, BF16", "HALF, F32", "INT8, F32", "INT4, F32"})
  void operationsOfTheEngineGiveTheSame(WeightKind kind, NumberType type) throws WeightsException {
    Decoder decoder = decoder(kind, type, 6, 2, 2).withCaches(CacheType.F32);
    List<Integer> lengths = List.of(21, 5, 40);
    List<DecodeState> states = lengths.stream().map(n -> TextPrompt.run(decoder, n)).toList();
    int[] tokens = lengths.stream().mapToInt(n -> token(n, 0)).toArray();
    long[] positions = lengths.stream().mapToLong(n -> n).toArray();
    List<List<float[]>> expected = steps(decoder, lengths);
    Scopes.run(
        () -> {
          Tensor h = decoder.embed(tokens).unsqueeze(0);
          RotaryTable table = decoder.rotary().atEach(new long[][] {positions});
          states.forEach(s -> IntStream.range(0, 3).forEach(l -> reserve(decoder, s.cache(l), h)));
          Tensor logits = new TokenPass(decoder, states, Collections.nCopies(3, table), h).run();
          for (int s = 0; s < tokens.length; s++) {
            float[] got = Tensors.toFloats(logits.narrow(0, s, 1));
            assertArrayEquals(expected.get(s).get(0), got, 3e-5f);
          }
        });
    states.forEach(DecodeState::close);
  }

  private static void reserve(Decoder decoder, KvCache cache, Tensor h) {
    cache.reserve(1, decoder.config().kvHeads(), decoder.config().headDim(), h::options);
  }

  /** The first choice of a 16-bit checkpoint is made with the logits of float arithmetic. */
  @ParameterizedTest
  @EnumSource(names = {"BF16", "F16"})
  void theLastPromptRowIsFloat(NumberType type) throws WeightsException {
    Weights narrow = new TypedWeights(new SeededWeights(), type);
    Weights wide = new TypedWeights(narrow, NumberType.F32);
    assertArrayEquals(lastLogits(wide), lastLogits(narrow), 1e-5f);
  }

  private static float[] lastLogits(Weights weights) throws WeightsException {
    Decoder decoder = new Decoder(config(4, 2), new ModuleFactory(weights, Placement.cpu()));
    return Scopes.compute(
        () -> {
          try (DecodeState state = new DecodeState(decoder);
              Prefill prefill =
                  new Prefill(decoder, state, TextPrompt.of(decoder, 19), List.of())) {
            return Tensors.toFloats(prefill.run().lastLogits());
          }
        });
  }

  @Test
  void aTokenForEachSequence() throws WeightsException {
    Decoder decoder = decoder(WeightKind.STORED, NumberType.F32, 4, 2, 1);
    try (DecodeState state = new DecodeState(decoder)) {
      DecodeStep step = new DecodeStep(decoder, state);
      Exception e = assertThrows(IllegalArgumentException.class, () -> step.run(new int[] {1, 2}));
      assertEquals("2 tokens for 1 sequences", e.getMessage());
    }
  }

  @Test
  void anUnknownTokenLeavesTheCachesAsTheyAre() throws WeightsException {
    Decoder decoder = decoder(WeightKind.STORED, NumberType.F32, 4, 2, 1);
    try (DecodeState state = TextPrompt.run(decoder, 5)) {
      long[] before = state.cacheLengths();
      DecodeStep step = new DecodeStep(decoder, state);
      assertThrows(IndexOutOfBoundsException.class, () -> step.run(97));
      assertArrayEquals(before, state.cacheLengths());
    }
  }

  private static Decoder decoder(
      WeightKind kind, NumberType type, int heads, int kvHeads, int shards)
      throws WeightsException {
    Weights weights = new TypedWeights(new SeededWeights(), type);
    return new Decoder(
        config(heads, kvHeads), new ModuleFactory(weights, Placement.cpu(), kind, shards));
  }

  private static DecoderConfig config(int heads, int kvHeads) {
    return DecoderConfig.sized(32, 50, 3)
        .heads(heads, kvHeads, 8)
        .vocabulary(97)
        .qkvBias(true)
        .maxPositions(256)
        .build();
  }

  /** Logits of every step for every sequence, given the lengths of their prompts. */
  private static List<List<float[]>> steps(Decoder decoder, List<Integer> lengths) {
    List<DecodeState> states = lengths.stream().map(n -> TextPrompt.run(decoder, n)).toList();
    List<List<float[]>> out = new ArrayList<>();
    lengths.forEach(n -> out.add(new ArrayList<>()));
    DecodeStep step = new DecodeStep(decoder, states);
    for (int i = 0; i < STEPS; i++) {
      int[] tokens = new int[lengths.size()];
      for (int s = 0; s < tokens.length; s++) {
        tokens[s] = token(lengths.get(s), i);
      }
      List<float[]> logits = step.run(tokens);
      for (int s = 0; s < tokens.length; s++) {
        out.get(s).add(logits.get(s));
      }
    }
    states.forEach(DecodeState::close);
    return out;
  }

  private static int token(int length, int step) {
    return (length * 5 + step * 11) % 97;
  }

  /** The plain way: every layer's whole products, one after the other, with a cache. */
  private static List<float[]> naive(Decoder decoder, int length) {
    List<float[]> out = new ArrayList<>();
    try (DecodeState state = TextPrompt.run(decoder, length)) {
      for (int i = 0; i < STEPS; i++) {
        int token = token(length, i);
        long position = length + i;
        Scopes.run(
            () -> {
              Tensor h = decoder.embed(new int[] {token}).unsqueeze(0);
              RotaryTable table = decoder.rotary().at(new long[][] {{position}});
              for (int l = 0; l < decoder.config().layers(); l++) {
                LayerPass pass =
                    new LayerPass(
                        table, AttentionMask.NONE, state.cache(l), null, state.workspace());
                h = decoder.layers().get(l).forward(h, pass);
              }
              Tensor last = decoder.finalNorm(h);
              out.add(Tensors.toFloats(decoder.head().forward(last, state.workspace())));
            });
      }
    }
    return out;
  }

  private static void assertAlike(List<float[]> expected, List<float[]> got, float tolerance) {
    assertEquals(expected.size(), got.size());
    for (int i = 0; i < expected.size(); i++) {
      if (tolerance == 0) {
        assertArrayEquals(expected.get(i), got.get(i), "step " + i);
      } else {
        assertArrayEquals(expected.get(i), got.get(i), tolerance, "step " + i);
      }
    }
  }
}
