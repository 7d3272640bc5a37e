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
import org.bytedeco.pytorch.Tensor;

/** Splices visual rows into the embedded prompt. */
final class SequenceAssembler {
  private final BackboneSpec spec;
  private final BackboneConfig config;
  private final Decoder decoder;

  /** A row of the sequence under construction; {@code visual} is null for text. */
  private record Row(
      int id, SpanLabel span, VisualRows.Cell visual, int groupOffset, int visualIndex) {}

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
    int groups = 0;
    for (int i = 0; i < ids.length; ) {
      if (isPlaceholder(ids[i])) {
        requireVisual(used < visuals.size(), "the prompt has more places than pictures");
        VisualRows visual = visuals.get(used++);
        int offset = groups;
        int index = used - 1;
        visual.cells().forEach(c -> rows.add(new Row(-1, SpanLabel.VISUAL, c, offset, index)));
        parts.add(visual.rows());
        positions.visual(visual);
        groups += visual.groups();
        i += placeholders(ids, i, visual.unprunedRows());
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
    requireVisual(used == visuals.size(), visuals.size() + " pictures but " + used + " places");
    Grouping grouping = visuals.isEmpty() ? Grouping.SINGLE : visuals.get(0).grouping();
    Tensor embeds = Scopes.keep(() -> Tensors.cat(0, parts.toArray(Tensor[]::new)).unsqueeze(0));
    return new DecoderInput(
        embeds,
        rows.stream().mapToInt(Row::id).toArray(),
        layout(rows, grouping),
        positions.toArray(),
        positions.next(),
        rows.stream().mapToInt(Row::visualIndex).toArray());
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
