package io.qcpruner.model.decoder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.ThreadTeam;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.model.weights.SeededWeights;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whole prompts on a thread team. */
@Timeout(120)
class TeamPrefillTest {
  private static final ThreadTeam TEAM = ThreadTeam.of(2);
  private static final int ROWS = 90;
  private static final int STEPS = 3;

  private final DecoderConfig config =
      DecoderConfig.sized(64, 96, 5).heads(4, 2, 16).vocabulary(96).maxPositions(256).build();
  private int threadsBefore;

  @BeforeEach
  void twoThreads() {
    threadsBefore = torch.get_num_threads();
    torch.set_num_threads(2);
  }

  @AfterEach
  void asBefore() {
    torch.set_num_threads(threadsBefore);
  }

  @ParameterizedTest
  @EnumSource(names = {"HALF", "STORED"})
  void oneAndTwoThreadsAgree(WeightKind kind) throws WeightsException {
    Decoder decoder = decoder(kind);
    float[] two = logits(decoder, 1);
    torch.set_num_threads(1);
    assertArrayEquals(logits(decoder, 1), two, 1e-5f);
  }

  /** Requests take turns layer by layer; none sees a row of another, and no bit depends on it. */
  @ParameterizedTest
  @EnumSource(names = {"HALF", "STORED"})
  void requestsAtOnceDoNotMix(WeightKind kind) throws WeightsException {
    Decoder decoder = decoder(kind);
    List<float[]> alone = IntStream.range(0, 4).mapToObj(i -> logits(decoder, i)).toList();
    for (int round = 0; round < 5; round++) {
      List<CompletableFuture<float[]>> together =
          IntStream.range(0, 4)
              .mapToObj(i -> CompletableFuture.supplyAsync(() -> onTwoThreads(decoder, i)))
              .toList();
      for (int i = 0; i < 4; i++) {
        assertArrayEquals(alone.get(i), together.get(i).join(), "request " + i);
      }
    }
  }

  private static float[] onTwoThreads(Decoder decoder, int start) {
    torch.set_num_threads(2); // whatever the thread of the pool did before
    return logits(decoder, start);
  }

  /** With a team of two even on a machine of one core. */
  private Decoder decoder(WeightKind kind) throws WeightsException {
    return new Decoder(config, new ModuleFactory(new SeededWeights(), Placement.cpu(), kind))
        .withTeam(Optional.of(TEAM));
  }

  /** A prompt of a clip needs a gigabyte between two layers, which its new tokens do not. */
  @ParameterizedTest
  @EnumSource(WeightKind.class)
  void aPromptGivesItsMemoryBack(WeightKind kind) throws WeightsException {
    Decoder decoder = decoder(kind);
    float[] expected = logits(decoder, 3);
    Scopes.run(
        () -> {
          try (DecodeState state = new DecodeState(decoder)) {
            try (Prefill prefill = new Prefill(decoder, state, prompt(decoder, 3), List.of())) {
              prefill.run();
              assertTrue(state.workspace().bytes() > ROWS * config.hiddenSize());
            }
            assertEquals(0, state.workspace().bytes());
            DecodeStep step = new DecodeStep(decoder, state);
            float[] logits = null;
            for (int i = 0; i < STEPS; i++) {
              logits = step.run(3 + i);
            }
            assertArrayEquals(expected, logits);
          }
        });
  }

  /** Tokens from {@code start} on. */
  private static DecoderInput prompt(Decoder decoder, int start) {
    int[] ids = IntStream.range(0, ROWS).map(i -> (start + 7 * i) % 96).toArray();
    return new DecoderInput(
        decoder.embed(ids).unsqueeze(0),
        ids,
        TokenLayout.simple(ROWS, 0, 1, 0),
        new long[][] {LongStream.range(0, ROWS).toArray()},
        ROWS);
  }

  /** Logits after a prompt and some steps. */
  private static float[] logits(Decoder decoder, int start) {
    return Scopes.compute(
        () -> {
          DecoderInput input = prompt(decoder, start);
          try (DecodeState state = new DecodeState(decoder);
              Prefill prefill = new Prefill(decoder, state, input, List.of())) {
            prefill.run();
            float[] logits = null;
            DecodeStep step = new DecodeStep(decoder, state);
            for (int i = 0; i < STEPS; i++) {
              logits = step.run(start + i);
            }
            return logits;
          }
        });
  }
}
