package io.qcpruner.server.local;

import io.qcpruner.core.layout.Grouping;
import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.server.chat.Explanation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The grids of all pictures of a conversation, numbered through, and cells within them. */
final class VisualGroups {

  /** A picture's own group. */
  private record Key(int visual, int group) {}

  private static final class Extent {
    private int rows;
    private int cols;
    private int kept;
  }

  private final List<EncodedVisual> visuals;
  private final Map<Key, Extent> extents = new LinkedHashMap<>();
  private final List<Integer> firstGroups = new ArrayList<>();
  private final List<int[]> keptCells = new ArrayList<>();
  private final List<Key> order = new ArrayList<>();

  VisualGroups(List<EncodedVisual> visuals) {
    this.visuals = visuals;
  }

  /**
   * Learns how large the grids are.
   *
   * @param owners which picture each row belongs to, -1 for text
   */
  void measure(TokenLayout layout, int[] owners) {
    for (int r = 0; r < layout.size(); r++) {
      if (isCell(layout.kinds()[r]) && owners[r] >= 0) {
        extend(key(layout, owners, r), layout.gridRows()[r], layout.gridCols()[r]);
      }
    }
  }

  private void extend(Key key, int row, int col) {
    Extent extent = extents.computeIfAbsent(key, k -> new Extent());
    extent.rows = Math.max(extent.rows, row + 1);
    extent.cols = Math.max(extent.cols, col + 1);
  }

  /** A whole grid of one picture, for methods that prune before the sequence exists. */
  void measureGrid(int visual, int rows, int cols) {
    extend(new Key(visual, 0), rows - 1, cols - 1);
  }

  /** Cells that reached the last layer. */
  void keep(TokenLayout survivors, int[] owners) {
    for (int r = 0; r < survivors.size(); r++) {
      if (isCell(survivors.kinds()[r]) && owners[r] >= 0) {
        Key key = key(survivors, owners, r);
        extend(key, survivors.gridRows()[r], survivors.gridCols()[r]);
        extents.get(key).kept++;
        keptCells.add(new int[] {number(key), survivors.gridRows()[r], survivors.gridCols()[r]});
      }
    }
  }

  private Key key(TokenLayout layout, int[] owners, int row) {
    int visual = owners[row];
    while (firstGroups.size() <= visual) {
      firstGroups.add(-1);
    }
    if (firstGroups.get(visual) < 0) {
      firstGroups.set(visual, layout.groups()[row]);
    }
    int first = layout.grouping() == Grouping.SINGLE ? 0 : firstGroups.get(visual);
    return new Key(visual, Math.max(0, layout.groups()[row] - first));
  }

  private int number(Key key) {
    if (!order.contains(key)) {
      order.clear();
      order.addAll(extents.keySet());
    }
    return order.indexOf(key);
  }

  int[] cell(TokenLayout layout, int[] owners, int row) {
    return new int[] {
      number(key(layout, owners, row)), layout.gridRows()[row], layout.gridCols()[row]
    };
  }

  int[] gridCell(int visual, int row, int col) {
    return new int[] {number(new Key(visual, 0)), row, col};
  }

  List<int[]> keptCells() {
    return keptCells;
  }

  List<Explanation.Group> groups(Grouping grouping) {
    List<Explanation.Group> out = new ArrayList<>();
    for (Map.Entry<Key, Extent> entry : extents.entrySet()) {
      out.add(group(entry.getKey(), entry.getValue(), grouping));
    }
    return out;
  }

  private Explanation.Group group(Key key, Extent extent, Grouping grouping) {
    EncodedVisual visual = visuals.get(key.visual);
    double width = visual.frames().get(0).width();
    double height = visual.frames().get(0).height();
    CellAreas areas = new CellAreas(visual, key.group, extent.rows, extent.cols);
    GridFit rough = GridFit.of(extent.cols, width, 0, areas::column);
    GridFit down = GridFit.of(extent.rows, height, rough.step(), areas::row);
    GridFit across = GridFit.of(extent.cols, width, down.step(), areas::column);
    String kind =
        visual.isClip()
            ? "frame"
            : grouping == Grouping.VIEWS && key.group > 0 ? "tile" : "picture";
    return new Explanation.Group(
        number(key),
        kind,
        key.visual,
        extent.rows,
        extent.cols,
        across.start(),
        down.start(),
        across.step(),
        down.step(),
        extent.kept);
  }

  private static boolean isCell(TokenKind kind) {
    return kind == TokenKind.PATCH || kind == TokenKind.MERGED;
  }
}
