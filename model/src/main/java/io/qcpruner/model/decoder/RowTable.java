package io.qcpruner.model.decoder;

import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.core.prune.PrunePlan;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * The token table: what each row of the sequence as it stands is, and where it comes from.
 *
 * @param layout kinds, spans and grid places
 * @param tokenIds token ids, -1 for visual rows
 * @param positions {@code positions[axis][row]}
 * @param nextPosition position of the first generated token in the layers that see these rows
 * @param origins row of the unpruned prompt that each row comes from
 */
public record RowTable(
    TokenLayout layout, int[] tokenIds, long[][] positions, long nextPosition, int[] origins) {

  static RowTable of(DecoderInput input) {
    int[] origins = new int[input.rows()];
    Arrays.setAll(origins, i -> i);
    return new RowTable(
        input.layout(), input.tokenIds(), input.positions(), input.nextPosition(), origins);
  }

  public int size() {
    return tokenIds.length;
  }

  /** The table after a plan: each new row takes the place of its first source. */
  RowTable apply(PrunePlan plan) {
    int[] from = plan.rows().primarySources();
    TokenKind[] kinds = plan.kinds();
    TokenLayout picked = layout.select(from);
    TokenLayout relabelled =
        new TokenLayout(
            kinds,
            picked.spans(),
            picked.groups(),
            picked.gridRows(),
            picked.gridCols(),
            picked.grouping());
    boolean compact = plan.positions() == PositionPolicy.COMPACT && positions.length == 1;
    return new RowTable(
        relabelled,
        gather(tokenIds, from),
        compact ? countUp(from.length) : gatherPositions(from),
        compact ? from.length : nextPosition,
        gather(origins, from));
  }

  private long[][] gatherPositions(int[] from) {
    return Arrays.stream(positions)
        .map(axis -> Arrays.stream(from).mapToLong(r -> axis[r]).toArray())
        .toArray(long[][]::new);
  }

  private static long[][] countUp(int n) {
    return new long[][] {LongStream.range(0, n).toArray()};
  }

  private static int[] gather(int[] values, int[] from) {
    return Arrays.stream(from).map(r -> values[r]).toArray();
  }
}
