package io.qcpruner.model.decoder;

import io.qcpruner.core.layout.TokenLayout;
import org.bytedeco.pytorch.Tensor;

/**
 * An assembled prompt: what enters layer 0.
 *
 * @param embeds [1, n, D]; belongs to the scope of whoever assembled it
 * @param tokenIds token id of each row, -1 for visual rows
 * @param layout what each row is
 * @param positions position ids, {@code positions[axis][row]}; one axis or (time, height, width)
 * @param nextPosition position of the first generated token, on every axis
 */
public record DecoderInput(
    Tensor embeds, int[] tokenIds, TokenLayout layout, long[][] positions, long nextPosition) {

  public DecoderInput {
    long n = embeds.size(1);
    if (tokenIds.length != n || layout.size() != n || positions[0].length != n) {
      throw new IllegalArgumentException(
          "%d embedding rows, %d token ids, %d layout rows and %d positions must agree"
              .formatted(n, tokenIds.length, layout.size(), positions[0].length));
    }
  }

  public int rows() {
    return tokenIds.length;
  }
}
