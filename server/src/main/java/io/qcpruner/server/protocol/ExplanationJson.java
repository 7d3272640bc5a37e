package io.qcpruner.server.protocol;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.server.chat.Explanation;
import io.qcpruner.server.chat.Explanation.Group;
import io.qcpruner.server.chat.Explanation.KeywordUtility;
import io.qcpruner.server.chat.Explanation.Picture;
import io.qcpruner.server.chat.Explanation.Scores;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/** The {@code explain} object: grids, kept cells and, if asked for, the values of candidates. */
final class ExplanationJson {
  private static final MathContext FOUR_DIGITS = new MathContext(4);
  private static final int MAX_CANDIDATES = 20_000;

  private ExplanationJson() {}

  static ObjectNode of(Explanation explanation) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    if (!explanation.pictures().isEmpty()) {
      picture(out.putObject("picture"), explanation.pictures().get(0));
    }
    ArrayNode pictures = out.putArray("pictures");
    explanation.pictures().forEach(p -> picture(pictures.addObject(), p));
    ArrayNode groups = out.putArray("groups");
    explanation.groups().forEach(g -> group(groups.addObject(), g));
    cells(out.putArray("kept_cells"), explanation.keptCells());
    String note = explanation.note();
    if (explanation.scores().isPresent()) {
      Scores scores = explanation.scores().get();
      if (scores.cells().size() > MAX_CANDIDATES) {
        note = "more than " + MAX_CANDIDATES + " candidates: their values are left out";
      } else {
        scores(out, scores);
      }
    }
    if (!explanation.thumbnails().isEmpty()) {
      explanation.thumbnails().forEach(out.putArray("thumbnails")::add);
    }
    if (note != null) {
      out.put("note", note);
    }
    return out;
  }

  private static void picture(ObjectNode out, Picture picture) {
    out.put("width", picture.width());
    out.put("height", picture.height());
    out.put("frames", picture.frames());
  }

  private static void group(ObjectNode out, Group group) {
    out.put("group", group.group()).put("kind", group.kind()).put("picture", group.picture());
    out.put("rows", group.rows()).put("cols", group.cols());
    out.put("x", group.x()).put("y", group.y()).put("dx", group.dx()).put("dy", group.dy());
    out.put("kept", group.kept());
  }

  private static void scores(ObjectNode out, Scores scores) {
    cells(out.putArray("cells"), scores.cells());
    numbers(out, "kept", scores.kept());
    numbers(out, "merged", scores.merged());
    numbers(out, "order", scores.order());
    numbers(out, "gains", scores.gains());
    numbers(out, "utility", scores.utility());
    numbers(out, "cue_similarity", scores.cueSimilarity());
    numbers(out, "cue_alignment", scores.cueAlignment());
    if (!scores.keywords().isEmpty()) {
      ArrayNode keywords = out.putArray("keywords");
      for (KeywordUtility map : scores.keywords()) {
        numbers(keywords.addObject().put("keyword", map.keyword()), "utility", map.utility());
      }
    }
  }

  private static void cells(ArrayNode out, List<int[]> cells) {
    for (int[] cell : cells) {
      ArrayNode one = out.addArray();
      for (int value : cell) {
        one.add(value);
      }
    }
  }

  private static void numbers(ObjectNode out, String name, int[] values) {
    if (values.length > 0) {
      ArrayNode array = out.putArray(name);
      for (int value : values) {
        array.add(value);
      }
    }
  }

  /** JSON knows no infinity: a value that is none becomes null. */
  private static void numbers(ObjectNode out, String name, float[] values) {
    if (values.length > 0) {
      ArrayNode array = out.putArray(name);
      for (float value : values) {
        if (Float.isFinite(value)) {
          array.add(new BigDecimal(value).round(FOUR_DIGITS).doubleValue());
        } else {
          array.addNull();
        }
      }
    }
  }
}
