package io.qcpruner.model.decoder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.kernels.CacheType;
import io.qcpruner.kernels.RowKernels;
import io.qcpruner.model.nn.Cancellation;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.model.weights.SeededWeights;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A prompt after the rows of an earlier one against the same prompt from its beginning. */
class PromptPrefixTest {
  private static final int PREFIX = 40;

  /** Rows after the prefix: one, few, enough for a thread team; the last layer or one before. */
  @ParameterizedTest
  @CsvSource({
    "STORED, 1, 3",
    "STORED, 9, 1",
    "STORED, 37, 3",
    "STORED, 37, 0",
    "HALF, 37, 2",
    "HALF, 1, 1",
    "INT8, 5, 2",
    "INT8, 40, 3",
    "INT4, 3, 2",
    "INT4, 37, 0"
  })
  void theRestGivesTheSameLogits(WeightKind kind, int rest, int layer) throws WeightsException {
    Decoder decoder = decoder(kind);
    // our kernels give a row the same bits among others; BLAS rounds by the number of rows
    boolean codes = kind == WeightKind.INT8 || kind == WeightKind.INT4;
    boolean kernels = kind != WeightKind.STORED && RowKernels.ofThisMachine().servesPrompts(codes);
    float tolerance = kernels ? 0 : codes ? 0.1f : 1e-5f;
    Scopes.run(
        () -> {
          PromptPrefix kept = made(decoder, input(decoder, 12, 1), layer, Optional.empty());
          DecoderInput later = input(decoder, rest, 2);
          float[] expected = logits(decoder, later, null);
          try (PromptPrefix prefix = kept) {
            assertEquals(layer, prefix.layer());
            assertArrayEquals(expected, logits(decoder, later, prefix), tolerance);
            // other embeddings of the first rows make no difference: they are not computed
            Tensor changed = later.embeds().clone();
            changed.narrow(1, 0, PREFIX).zero_();
            DecoderInput zeroed =
                new DecoderInput(
                    changed,
                    later.tokenIds(),
                    later.layout(),
                    later.positions(),
                    later.nextPosition());
            assertArrayEquals(expected, logits(decoder, zeroed, prefix), tolerance);
            assertTrue(prefix.acquire());
            kept.close();
            assertTrue(prefix.begins(input(decoder, 0, 1)), "a prompt may end with it");
          }
          assertFalse(kept.acquire(), "it was freed");
        });
  }

  /** A last bit of a prompt's row may decide how it is rounded, so not all bits are the same. */
  @Test
  void laterTokensWithRoundedCaches() throws WeightsException {
    Decoder decoder = decoder(WeightKind.HALF);
    Scopes.run(
        () -> {
          DecoderInput later = input(decoder, 21, 2);
          try (PromptPrefix prefix = made(decoder, input(decoder, 12, 1), 2, Optional.empty())) {
            float[] apart = logits(decoder, later, null);
            float[] floats = logits(decoder.withCaches(CacheType.F32), later, null);
            assertArrayEquals(apart, logits(decoder, later, prefix), 1e-4f);
            assertFalse(Arrays.equals(apart, floats), "nothing was rounded");
          }
        });
  }

  /** Rounded layer by layer or all at the end: the same bits, after a prefix too. */
  @ParameterizedTest
  @CsvSource({"STORED, F32", "HALF, F16", "INT8, INT8", "INT4, INT8"})
  void cachesAreAsExactAsWeights(WeightKind kind, CacheType type) throws WeightsException {
    Decoder decoder = decoder(kind);
    Decoder floats = decoder.withCaches(CacheType.F32);
    Scopes.run(
        () -> {
          DecoderInput later = input(decoder, 21, 2);
          try (PromptPrefix prefix = made(decoder, later, 2, Optional.empty())) {
            for (PromptPrefix first : Arrays.asList(null, prefix)) {
              assertArrayEquals(
                  logits(floats, later, first, state -> each(state, c -> c.round(type))),
                  logits(
                      decoder,
                      later,
                      first,
                      state -> each(state, c -> assertEquals(type, c.type()))));
            }
          }
        });
  }

  private static void each(DecodeState state, Consumer<KvCache> action) {
    for (int l = 0; l < state.cacheLengths().length; l++) {
      action.accept(state.cache(l));
    }
  }

  /** A question's answer must not depend on which layers an earlier one had made ready. */
  @ParameterizedTest
  @EnumSource(WeightKind.class)
  void goingOnFromAnEarlierLayerChangesNoBit(WeightKind kind) throws WeightsException {
    Decoder decoder = decoder(kind);
    Scopes.run(
        () -> {
          DecoderInput earlier = input(decoder, 12, 1);
          DecoderInput later = input(decoder, 7, 2);
          try (PromptPrefix first = made(decoder, earlier, 0, Optional.empty());
              PromptPrefix further = made(decoder, later, 2, Optional.of(first));
              PromptPrefix atOnce = made(decoder, later, 2, Optional.empty())) {
            assertTrue(further.nanos() > first.nanos());
            assertTrue(further.hasQueries());
            assertArrayEquals(
                Tensors.toFloats(atOnce.queries().orElseThrow()),
                Tensors.toFloats(further.queries().orElseThrow()));
            assertArrayEquals(logits(decoder, later, atOnce), logits(decoder, later, further));
          }
        });
  }

  private static Decoder decoder(WeightKind kind) throws WeightsException {
    DecoderConfig config =
        DecoderConfig.sized(32, 50, 4)
            .heads(4, 2, 8)
            .vocabulary(97)
            .qkvBias(true)
            .maxPositions(256)
            .build();
    return new Decoder(config, new ModuleFactory(new SeededWeights(), Placement.cpu(), kind));
  }

  private static PromptPrefix made(
      Decoder decoder, DecoderInput input, int layer, Optional<PromptPrefix> shallower) {
    try (PrefixPass pass = new PrefixPass(decoder, input, PREFIX, Cancellation.NONE)) {
      return pass.run(layer, true, shallower);
    }
  }

  private static float[] logits(Decoder decoder, DecoderInput input, PromptPrefix prefix) {
    return logits(decoder, input, prefix, state -> {});
  }

  private static float[] logits(
      Decoder decoder, DecoderInput input, PromptPrefix prefix, Consumer<DecodeState> afterPrompt) {
    try (DecodeState state = new DecodeState(decoder);
        Prefill prefill = new Prefill(decoder, state, input, List.of())) {
      if (prefix != null) {
        prefill.startWith(prefix);
      }
      prefill.run();
      for (long length : state.cacheLengths()) {
        assertEquals(input.rows(), length);
      }
      Tensors.toFloats(prefill.lastLogits());
      afterPrompt.accept(state);
      return new DecodeStep(decoder, state).run(7); // reads all of the caches
    }
  }

  /** The same first rows, then others. */
  private static DecoderInput input(Decoder decoder, int rest, int seed) {
    int n = PREFIX + rest;
    int[] ids = IntStream.range(0, n).map(i -> (i < PREFIX ? 3 * i : 5 * i + seed) % 97).toArray();
    return new DecoderInput(
        decoder.embed(ids).unsqueeze(0),
        ids,
        TokenLayout.simple(n, 0, 1, 0),
        new long[][] {LongStream.range(0, n).toArray()},
        n);
  }
}
