package io.qcpruner.eval.reproduce;

import io.qcpruner.eval.report.TextTable.Mark;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Which numbers of a column stand out; those that print alike share their mark. */
enum Ranking {
  HIGHEST(Comparator.reverseOrder()),
  LOWEST(Comparator.naturalOrder());

  private final Comparator<BigDecimal> best;

  Ranking(Comparator<BigDecimal> best) {
    this.best = best;
  }

  /** The mark of a number among those of its column; a single row has none. */
  Mark mark(Optional<BigDecimal> value, List<Optional<BigDecimal>> column) {
    if (value.isEmpty() || column.size() < 2) {
      return Mark.PLAIN;
    }
    List<BigDecimal> distinct =
        column.stream().flatMap(Optional::stream).distinct().sorted(best).toList();
    int rank = distinct.indexOf(value.get());
    return rank == 0 ? Mark.BEST : rank == 1 ? Mark.SECOND : Mark.PLAIN;
  }
}
