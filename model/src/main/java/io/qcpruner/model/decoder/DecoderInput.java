package io.qcpruner.model.decoder;

import io.qcpruner.core.layout.TokenLayout;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/**
 * An assembled prompt: what enters layer 0.
 *
 * @param embeds [1, n, D]; belongs to the scope of whoever assembled it
 * @param tokenIds token id of each row, -1 for visual rows
 * @param layout what each row is
 * @param positions position ids, {@code positions[axis][row]}; one axis or (time, height, width)
 * @param nextPosition position of the first generated token, on every axis
 * @param visuals which picture or clip each row belongs to, counted from 0; -1 for text
 * @param deep [1, n, D] what is added to the rows that leave layer 0, 1, ...; zero for text
 */
public record DecoderInput(
    Tensor embeds,
    int[] tokenIds,
    TokenLayout layout,
    long[][] positions,
    long nextPosition,
    int[] visuals,
    List<Tensor> deep) {

  public DecoderInput {
    deep = List.copyOf(deep);
    long n = embeds.size(1);
    if (tokenIds.length != n
        || layout.size() != n
        || positions[0].length != n
        || visuals.length != n) {
      throw new IllegalArgumentException(
          "%d embedding rows, %d token ids, %d layout rows and %d positions must agree"
              .formatted(n, tokenIds.length, layout.size(), positions[0].length));
    }
  }

  /** Nothing is added inside the decoder. */
  public DecoderInput(
      Tensor embeds,
      int[] tokenIds,
      TokenLayout layout,
      long[][] positions,
      long nextPosition,
      int[] visuals) {
    this(embeds, tokenIds, layout, positions, nextPosition, visuals, List.of());
  }

  /** All visual rows belong to one picture or clip. */
  public DecoderInput(
      Tensor embeds, int[] tokenIds, TokenLayout layout, long[][] positions, long nextPosition) {
    this(
        embeds,
        tokenIds,
        layout,
        positions,
        nextPosition,
        Arrays.stream(layout.groups()).map(group -> group < 0 ? -1 : 0).toArray());
  }

  /** How many pictures and clips there are. */
  public int visualCount() {
    return 1 + Arrays.stream(visuals).max().orElse(-1);
  }

  public int rows() {
    return tokenIds.length;
  }
}
