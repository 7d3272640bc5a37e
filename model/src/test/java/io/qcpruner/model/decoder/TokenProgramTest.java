package io.qcpruner.model.decoder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.kernels.CacheType;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.ThreadTeam;
import io.qcpruner.model.nn.TurnBlocks.Turn;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.model.weights.SeededWeights;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Recorded calls of new tokens against the same kernels called one by one. */
@Timeout(120)
class TokenProgramTest {
  private static final Optional<ThreadTeam> TEAM = Optional.of(ThreadTeam.of(3));

  /**
   * Other sequences than those that were there when it was recorded: longer ones, for which
   * attention needs more scratch, shorter ones, and caches of all types.
   */
  @ParameterizedTest
  @CsvSource({
    "STORED, 1, 4, 2",
    "STORED, 3, 4, 1",
    "HALF, 2, 6, 3",
    "INT8, 1, 4, 4",
    "INT8, 3, 6, 2",
    "INT4, 2, 4, 2"
  })
  void serveAnySequences(WeightKind kind, int workers, int heads, int kvHeads)
      throws WeightsException {
    Decoder decoder = decoder(kind, workers, heads, kvHeads);
    try (TokenProgram recorded = new TokenProgram(decoder, 2, workers, true);
        TokenProgram direct = new TokenProgram(decoder, 2, workers, false)) {
      for (int[] lengths : new int[][] {{5, 30}, {31, 6}, {1100, 7}, {3, 3}, {2100, 1100}}) {
        for (CacheType type : CacheType.values()) {
          List<DecodeState> one = states(decoder.withCaches(type), lengths);
          List<DecodeState> other = states(decoder.withCaches(type), lengths);
          for (int step = 0; step < 3; step++) {
            assertArrayEquals(
                run(direct, decoder, one, step), run(recorded, decoder, other, step), "" + step);
          }
          one.forEach(DecodeState::close);
          other.forEach(DecodeState::close);
        }
      }
    }
  }

  private static List<DecodeState> states(Decoder decoder, int[] lengths) {
    return IntStream.of(lengths).mapToObj(n -> TextPrompt.run(decoder, n)).toList();
  }

  private static float[] run(
      TokenProgram program, Decoder decoder, List<DecodeState> states, int step) {
    DecoderConfig config = decoder.config();
    for (DecodeState state : states) {
      for (int l = 0; l < config.layers(); l++) {
        state.cache(l).reserve(1, config.kvHeads(), config.headDim(), decoder.placement()::options);
      }
    }
    Turn[] turns =
        states.stream().map(s -> decoder.turns().at(s.nextPosition(0))).toArray(Turn[]::new);
    float[] h = decoder.embedding().rows(IntStream.range(step, step + states.size()).toArray());
    float[] logits = program.run(states, Collections.nCopies(config.layers(), turns), h, TEAM);
    states.forEach(DecodeState::advance);
    return logits;
  }

  private static Decoder decoder(WeightKind kind, int shards, int heads, int kvHeads)
      throws WeightsException {
    DecoderConfig config =
        DecoderConfig.sized(32, 50, 3)
            .heads(heads, kvHeads, 8)
            .vocabulary(97)
            .qkvBias(true)
            .maxPositions(4096)
            .build();
    return new Decoder(
        config, new ModuleFactory(new SeededWeights(), Placement.cpu(), kind, shards));
  }

  /** A step that fails because one sequence has no cache leaves a program that still works. */
  @Test
  void aFailedStepDoesNoHarm() throws WeightsException {
    Decoder decoder = decoder(WeightKind.INT8, 2, 4, 2);
    try (DecodeState good = TextPrompt.run(decoder, 9);
        DecodeState same = TextPrompt.run(decoder, 9);
        TokenProgram program = new TokenProgram(decoder, 1, 2)) {
      float[] first = run(program, decoder, List.of(good), 0);
      DecodeState closed = TextPrompt.run(decoder, 4);
      closed.close();
      Turn[] turns = {decoder.turns().at(4)};
      float[] h = decoder.embedding().rows(new int[] {1});
      List<Turn[]> all = Collections.nCopies(3, turns);
      assertThrows(RuntimeException.class, () -> program.run(List.of(closed), all, h, TEAM));
      assertArrayEquals(first, run(program, decoder, List.of(same), 0));
    }
  }

  @Test
  void programsAreUsedAgainByOneStepAtATime() throws WeightsException {
    Decoder decoder = decoder(WeightKind.STORED, 1, 4, 2);
    TokenPrograms programs = new TokenPrograms();
    TokenProgram first = programs.take(decoder, 2, 1);
    TokenProgram second = programs.take(decoder, 2, 1);
    assertNotSame(first, second);
    programs.giveBack(first);
    assertNotSame(first, programs.take(decoder, 3, 1));
    assertNotSame(first, programs.take(decoder, 2, 2));
    assertSame(first, programs.take(decoder, 2, 1));
    assertEquals(0, programs.idle());
    for (int n = 1; n < 40; n++) {
      programs.giveBack(new TokenProgram(decoder, n, 1));
    }
    assertEquals(16, programs.idle());
    programs.giveBack(second);
    assertSame(second, programs.take(decoder, 2, 1));
    programs.close();
    assertEquals(0, programs.idle());
    programs.giveBack(second);
    assertEquals(0, programs.idle());
  }
}
