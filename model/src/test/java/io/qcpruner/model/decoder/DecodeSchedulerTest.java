package io.qcpruner.model.decoder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.model.weights.SeededWeights;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sequences that share steps get the logits they have alone, whoever comes and goes. */
@Timeout(120)
class DecodeSchedulerTest {
  private static final int SEQUENCES = 20; // more than one step takes

  private final ExecutorService threads = Executors.newFixedThreadPool(SEQUENCES);
  private final Decoder decoder = decoder(WeightKind.STORED);

  private static Decoder decoder(WeightKind kind) {
    DecoderConfig config =
        DecoderConfig.sized(32, 50, 3)
            .heads(4, 2, 8)
            .vocabulary(97)
            .qkvBias(true)
            .maxPositions(256)
            .build();
    try {
      return new Decoder(config, new ModuleFactory(new SeededWeights(), Placement.cpu(), kind));
    } catch (WeightsException e) {
      throw new IllegalStateException(e);
    }
  }

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  /** Every sequence has its own length of prompt and answer. */
  @Test
  void togetherAsAlone() {
    DecodeScheduler scheduler = new DecodeScheduler(decoder);
    List<List<float[]>> alone =
        IntStream.range(0, SEQUENCES).mapToObj(i -> answer(scheduler, i)).toList();
    List<CompletableFuture<List<float[]>>> together =
        IntStream.range(0, SEQUENCES)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> answer(scheduler, i), threads))
            .toList();
    for (int i = 0; i < SEQUENCES; i++) {
      List<float[]> got = together.get(i).join();
      for (int step = 0; step < got.size(); step++) {
        assertArrayEquals(alone.get(i).get(step), got.get(step), 3e-5f, i + ", step " + step);
      }
    }
  }

  /** One that never brings another token holds nobody up for more than a moment. */
  @Test
  void aSlowSequenceIsNotWaitedFor() {
    DecodeScheduler scheduler = new DecodeScheduler(decoder);
    try (DecodeState slow = prompted(3);
        DecodeScheduler.Sequence silent = scheduler.join(slow)) {
      assertTrue(answer(scheduler, 5).size() > 3);
      assertTrue(silent.step(1).length == 97);
    }
  }

  /** A token that is none: the sequence fails, the next step of others does not. */
  @Test
  void aFailureReachesItsSequence() {
    DecodeScheduler scheduler = new DecodeScheduler(decoder);
    try (DecodeState state = prompted(3);
        DecodeScheduler.Sequence sequence = scheduler.join(state)) {
      assertThrows(RuntimeException.class, () -> sequence.step(1_000_000));
    }
    assertTrue(answer(scheduler, 5).size() > 3);
  }

  @Test
  void anInterruptIsKept() {
    DecodeScheduler scheduler = new DecodeScheduler(decoder);
    Thread.currentThread().interrupt();
    List<float[]> answer = answer(scheduler, 2);
    assertTrue(Thread.interrupted());
    assertTrue(answer.size() > 3);
  }

  private List<float[]> answer(DecodeScheduler scheduler, int which) {
    List<float[]> out = new ArrayList<>();
    try (DecodeState state = prompted(1 + 7 * which % 60);
        DecodeScheduler.Sequence sequence = scheduler.join(state)) {
      for (int i = 0; i < 4 + which % 5; i++) {
        out.add(sequence.step((which * 13 + i * 5) % 97));
      }
    }
    return out;
  }

  private DecodeState prompted(int length) {
    return TextPrompt.run(decoder, length);
  }
}
