package io.qcpruner.model.decoder;

import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.model.nn.Scopes;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Prompts of text alone, for decoders with a vocabulary of at least 97; their length decides all.
 */
final class TextPrompt {
  private TextPrompt() {}

  static DecoderInput of(Decoder decoder, int length) {
    int[] ids = IntStream.range(0, length).map(i -> (3 * i + length) % 97).toArray();
    return new DecoderInput(
        decoder.embed(ids).unsqueeze(0),
        ids,
        TokenLayout.simple(length, 0, 1, 0),
        new long[][] {LongStream.range(0, length).toArray()},
        length);
  }

  /** What such a prompt leaves behind. */
  static DecodeState run(Decoder decoder, int length) {
    DecodeState state = new DecodeState(decoder);
    Scopes.run(
        () -> {
          try (Prefill prefill = new Prefill(decoder, state, of(decoder, length), List.of())) {
            prefill.run();
          }
        });
    return state;
  }
}
