package io.qcpruner.model.backbone;

import io.qcpruner.core.layout.Grouping;
import io.qcpruner.core.layout.SpanLabel;
import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.model.decoder.Decoder;
import io.qcpruner.model.decoder.DecoderInput;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;

/** Splices visual rows into the embedded prompt. */
final class SequenceAssembler {
  private final BackboneSpec spec;
  private final BackboneConfig config;
  private final Decoder decoder;

  /** A row of the sequence under construction; {@code visual} is null for text. */
  private record Row(
      int id, SpanLabel span, VisualRows.Cell visual, int groupOffset, int visualIndex) {}

  /** Rows that stand together, and the picture that they are of. */
  private record Place(VisualRows rows, int groupOffset, int visual) {}

  SequenceAssembler(BackboneSpec spec, Decoder decoder) {
    this.spec = spec;
    this.config = spec.config();
    this.decoder = decoder;
  }

  DecoderInput assemble(PromptIds prompt, List<VisualRows> visuals) {
    spec.requireVisuals(visuals.size());
    List<Row> rows = new ArrayList<>();
    List<Tensor> parts = new ArrayList<>();
    PositionWalk positions = new PositionWalk(decoder.config().mropeSection().length);
    int[] ids = prompt.ids();
    int used = 0;
    List<Place> places = places(ids, visuals);
    for (int i = 0; i < ids.length; ) {
      if (isPlaceholder(ids[i])) {
        requireVisual(used < places.size(), "the prompt has more places than pictures");
        Place place = places.get(used++);
        VisualRows here = place.rows();
        here.cells()
            .forEach(
                c ->
                    rows.add(
                        new Row(-1, SpanLabel.VISUAL, c, place.groupOffset(), place.visual())));
        parts.add(here.rows());
        positions.visual(here);
        i += placeholders(ids, i, here.unprunedRows());
      } else {
        int end = i;
        while (end < ids.length && !isPlaceholder(ids[end])) {
          rows.add(new Row(ids[end], prompt.spans()[end], null, 0, -1));
          end++;
        }
        parts.add(decoder.embed(java.util.Arrays.copyOfRange(ids, i, end)));
        positions.text(end - i);
        i = end;
      }
    }
    requireVisual(used == places.size(), visuals.size() + " pictures but " + used + " places");
    Grouping grouping = visuals.isEmpty() ? Grouping.SINGLE : visuals.get(0).grouping();
    Tensor embeds = Scopes.keep(() -> Tensors.cat(0, parts.toArray(Tensor[]::new)).unsqueeze(0));
    return new DecoderInput(
        embeds,
        rows.stream().mapToInt(Row::id).toArray(),
        layout(rows, grouping),
        positions.toArray(),
        positions.next(),
        rows.stream().mapToInt(Row::visualIndex).toArray(),
        deep(rows, places));
  }

  /**
   * The rows that stand together: all of a picture, or those of one of its groups if the prompt has
   * a place for each.
   */
  private List<Place> places(int[] ids, List<VisualRows> visuals) {
    int wanted = visuals.stream().mapToInt(VisualRows::places).sum();
    boolean spread = wanted > visuals.size() && runs(ids) > visuals.size();
    List<Place> places = new ArrayList<>();
    int groups = 0;
    for (int v = 0; v < visuals.size(); v++) {
      VisualRows visual = visuals.get(v);
      int count = spread ? visual.places() : 1;
      for (int p = 0; p < count; p++) {
        places.add(new Place(spread ? visual.at(p, decoder.placement()) : visual, groups, v));
      }
      groups += visual.groups();
    }
    return places;
  }

  /** Markers, and runs of the same placeholder. */
  private int runs(int[] ids) {
    int runs = 0;
    for (int i = 0; i < ids.length; i++) {
      boolean goesOn = i > 0 && ids[i] == ids[i - 1] && ids[i] != PromptIds.MARKER;
      runs += isPlaceholder(ids[i]) && !goesOn ? 1 : 0;
    }
    return runs;
  }

  /** What is added to all rows of the sequence after the first layers: nothing to text. */
  private List<Tensor> deep(List<Row> rows, List<Place> places) {
    int levels = places.stream().mapToInt(p -> p.rows().deep().size()).max().orElse(0);
    int[] visual =
        IntStream.range(0, rows.size()).filter(r -> rows.get(r).visual() != null).toArray();
    return IntStream.range(0, levels)
        .mapToObj(level -> Scopes.keep(() -> spread(level, rows.size(), visual, places)))
        .toList();
  }

  private Tensor spread(int level, int rows, int[] visual, List<Place> places) {
    Tensor[] parts = places.stream().map(p -> p.rows().deep().get(level)).toArray(Tensor[]::new);
    Tensor added = Tensors.cat(0, parts);
    Tensor all = Tensors.emptyLike(added, rows, added.size(1)).zero_();
    return all.index_copy(0, Tensors.ofIndices(visual, decoder.placement()), added).unsqueeze(0);
  }

  private static void requireVisual(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }

  private boolean isPlaceholder(int id) {
    return id == PromptIds.MARKER
        || id >= 0 && (id == config.imageTokenId() || id == config.videoTokenId());
  }

  /** How many ids from here on stand for one picture of the given rows. */
  private static int placeholders(int[] ids, int start, int rows) {
    if (ids[start] == PromptIds.MARKER) {
      return 1;
    }
    int run = 1;
    while (start + run < ids.length && ids[start + run] == ids[start]) {
      run++;
    }
    if (run != 1 && run < rows) {
      throw new IllegalArgumentException(
          "the prompt has %d placeholders at %d, the picture %d rows".formatted(run, start, rows));
    }
    return run == 1 ? 1 : rows;
  }

  private TokenLayout layout(List<Row> rows, Grouping grouping) {
    return new TokenLayout(
        rows.stream().map(this::kind).toArray(TokenKind[]::new),
        rows.stream().map(Row::span).toArray(SpanLabel[]::new),
        rows.stream()
            .mapToInt(r -> r.visual == null ? -1 : r.visual.group() + r.groupOffset)
            .toArray(),
        rows.stream().mapToInt(r -> r.visual == null ? -1 : r.visual.gridRow()).toArray(),
        rows.stream().mapToInt(r -> r.visual == null ? -1 : r.visual.gridCol()).toArray(),
        grouping);
  }

  private TokenKind kind(Row row) {
    if (row.visual != null) {
      return row.visual.kind();
    }
    boolean mark =
        row.id >= 0
            && (row.id == config.visionStartTokenId() || row.id == config.visionEndTokenId());
    return mark ? TokenKind.VISION_MARK : TokenKind.TEXT;
  }
}
