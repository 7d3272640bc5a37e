package io.qcpruner.core.method;

import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.Settings;
import io.qcpruner.core.prune.Source;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.prune.TraceBuilder;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Control: keeps an even lattice of patches. */
public final class UniformGridPruner extends SequenceSelection {

  private final ControlPlace place;

  public UniformGridPruner(ControlPlace place) {
    super(place.stage(), place.positions());
    this.place = place;
  }

  @Override
  public Settings settings() {
    return place.settings();
  }

  @Override
  public String name() {
    return "uniform";
  }

  @Override
  public String label() {
    return "Uniform grid";
  }

  @Override
  public Source source() {
    return new Source("none: a control", "none");
  }

  @Override
  public Set<Signal> needs(Stage stage) {
    return Set.of();
  }

  @Override
  protected Chooser chooser(Signals signals, Budget budget, TraceBuilder trace) {
    TokenLayout layout = signals.layout();
    return (part, keep) -> Choice.of(lattice(lines(layout, part), part.length, keep));
  }

  /** Members of a part by group and grid row, as indices into the part. */
  private static List<List<Integer>> lines(TokenLayout layout, int[] part) {
    int[] candidates = layout.candidates();
    Map<Long, List<Integer>> lines = new TreeMap<>();
    for (int i = 0; i < part.length; i++) {
      int row = candidates[part[i]];
      long line = ((long) layout.groups()[row] << 32) + layout.gridRows()[row];
      lines.computeIfAbsent(line, key -> new ArrayList<>()).add(i);
    }
    return new ArrayList<>(lines.values());
  }

  /** Evenly spaced lines, evenly spaced members of each; what ragged lines lack is filled up. */
  private static int[] lattice(List<List<Integer>> lines, int n, int keep) {
    int longest = lines.stream().mapToInt(List::size).max().orElse(1);
    double square = Math.sqrt((double) keep * lines.size() / longest);
    int least = (keep + longest - 1) / longest;
    int most = Math.min(lines.size(), keep);
    int used = Math.max(least, Math.min(most, (int) Math.rint(square)));
    boolean[] taken = new boolean[n];
    int count = 0;
    for (int l = 0; l < used; l++) {
      List<Integer> line = lines.get(centre(l, used, lines.size()));
      int wanted = Math.min(line.size(), keep / used + (l < keep % used ? 1 : 0));
      for (int c = 0; c < wanted; c++) {
        taken[line.get(centre(c, wanted, line.size()))] = true;
      }
      count += wanted;
    }
    for (int i = 0; i < n && count < keep; i++) {
      if (!taken[i]) {
        taken[i] = true;
        count++;
      }
    }
    return Arrays.stream(Indices.range(n)).filter(i -> taken[i]).toArray();
  }

  /** The middle of cell i when {@code size} places are cut into {@code count} cells. */
  private static int centre(int i, int count, int size) {
    return (int) ((2L * i + 1) * size / (2L * count));
  }
}
