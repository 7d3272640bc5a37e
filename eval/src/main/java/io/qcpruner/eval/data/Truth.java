package io.qcpruner.eval.data;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Ground truth that lies outside the question file, joined to the rows as further fields. */
final class Truth {

  private Truth() {}

  static List<DataRow> attach(List<DataRow> rows, String reader, Path path) throws DataException {
    return switch (reader) {
      case "none" -> rows;
      case "pope-coco" -> pope(rows, path);
      case "gqa-json" -> byId(rows, Json.tree(path), "question_id", "");
      case "sqa-problems" -> byId(rows, Json.tree(path), "id", "");
      case "mmvet-json" -> byId(rows, Json.tree(path), "question_id", "v1_");
      case "textvqa-json" -> textVqa(rows, path);
      case "mme-dir", "mme-results" -> MmeTruth.attach(rows, path, reader.equals("mme-dir"));
      default -> throw new DataException(path.toString(), "unknown truth reader " + reader);
    };
  }

  /** Labels lie in one file per category, in the order of the questions of that category. */
  private static List<DataRow> pope(List<DataRow> rows, Path folder) throws DataException {
    Map<String, List<Map<String, Object>>> labels = new HashMap<>();
    Map<String, Integer> next = new HashMap<>();
    List<DataRow> out = new ArrayList<>();
    for (DataRow row : rows) {
      String category = row.text("category");
      if (!labels.containsKey(category)) {
        labels.put(category, Json.lines(Globs.inside(folder, "coco_pope_" + category + ".json")));
      }
      int at = next.merge(category, 1, Integer::sum) - 1;
      if (at >= labels.get(category).size()) {
        throw new DataException(row.where(), "no label left in category " + category);
      }
      Map<String, Object> label = labels.get(category).get(at);
      if (!row.optionalText("image")
          .equals(java.util.Optional.ofNullable(label.get("image")).map(Object::toString))) {
        throw new DataException(
            row.where(),
            "label " + (at + 1) + " of " + category + " belongs to " + label.get("image"));
      }
      Map<String, Object> fields = new HashMap<>();
      fields.put("label", label.get("label"));
      out.add(row.with(fields));
    }
    return out;
  }

  /** One object whose keys are question ids. */
  private static List<DataRow> byId(
      List<DataRow> rows, JsonNode objects, String idColumn, String prefix) throws DataException {
    List<DataRow> out = new ArrayList<>();
    for (DataRow row : rows) {
      String id = prefix + row.text(idColumn);
      JsonNode truth = objects.get(id);
      if (truth == null) {
        throw new DataException(row.where(), "no ground truth for id " + id);
      }
      out.add(row.with(Json.object(truth, row.where() + " ground truth " + id)));
    }
    return out;
  }

  /** TextVQA: the question id is the picture's and not unique, so the question itself is needed. */
  private static List<DataRow> textVqa(List<DataRow> rows, Path file) throws DataException {
    Map<String, Map<String, Object>> truths = new HashMap<>();
    for (JsonNode truth : Json.tree(file).path("data")) {
      String key = truth.path("image_id").asText() + "\n" + lower(truth.path("question").asText());
      Object answers = Json.object(truth, file + " data").get("answers");
      if (answers == null) {
        throw new DataException(file.toString(), "an element of data has no answers");
      }
      truths.put(key, Map.of("answers", answers));
    }
    List<DataRow> out = new ArrayList<>();
    for (DataRow row : rows) {
      String question = row.text("text").split("\n", 2)[0];
      Map<String, Object> truth = truths.get(row.text("question_id") + "\n" + lower(question));
      if (truth == null) {
        throw new DataException(row.where(), "no ground truth for question: " + question);
      }
      out.add(row.with(truth));
    }
    return out;
  }

  private static String lower(String s) {
    return s.toLowerCase(java.util.Locale.ROOT);
  }
}
