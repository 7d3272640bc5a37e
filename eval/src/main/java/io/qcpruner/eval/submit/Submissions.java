package io.qcpruner.eval.submit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.data.Json;
import io.qcpruner.eval.metric.ChoiceAnswer;
import io.qcpruner.eval.metric.VqaNormalizer;
import io.qcpruner.eval.run.RunFolder;
import io.qcpruner.eval.run.RunRecord;
import io.qcpruner.eval.task.Questions;
import io.qcpruner.json.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Writes what the servers and scripts of the benchmarks read, one folder per setting. */
public final class Submissions {

  private Submissions() {}

  /**
   * Writes every file that the run allows.
   *
   * @param vqav2Questions LLaVA's list of all test2015 questions; without it only the answered ones
   *     are written, which the server refuses
   */
  public static List<Path> write(RunFolder run, Path folder, Optional<Path> vqav2Questions)
      throws IOException {
    Map<String, Map<String, List<RunRecord>>> bySetting = new TreeMap<>();
    run.records(
        record ->
            bySetting
                .computeIfAbsent(record.setting(), s -> new TreeMap<>())
                .computeIfAbsent(record.benchmark(), t -> new ArrayList<>())
                .add(record));
    List<Path> files = new ArrayList<>();
    for (Map.Entry<String, Map<String, List<RunRecord>>> setting : bySetting.entrySet()) {
      // a setting starts with a letter or digit, so its folder is never the one above
      String name =
          MethodSpec.parseComplete(setting.getKey())
              .toString()
              .replaceAll("[^A-Za-z0-9._=,-]", "_");
      Path place = folder.resolve(name);
      Files.createDirectories(place);
      for (Map.Entry<String, List<RunRecord>> task : setting.getValue().entrySet()) {
        List<RunRecord> records = task.getValue();
        records.sort(Comparator.comparingInt(RunRecord::row));
        files.addAll(task(task.getKey(), records, place, vqav2Questions, run));
      }
    }
    return files;
  }

  private static List<Path> task(
      String task, List<RunRecord> records, Path place, Optional<Path> vqav2, RunFolder run)
      throws IOException {
    List<Path> files = new ArrayList<>();
    files.add(llavaAnswers(task, records, place, run.manifest().model().name()));
    switch (task) {
      case "vqav2" -> files.add(json(place, "vqav2_upload.json", vqav2(records, vqav2)));
      case "vizwiz" -> files.add(json(place, "vizwiz_upload.json", vizWiz(records)));
      case "mmvet" -> files.add(json(place, "mmvet_predictions.json", mmVet(records)));
      case "mmbench_en", "mmbench_cn" -> files.add(mmbench(task, records, place));
      default -> {}
    }
    return files;
  }

  private static JsonNode vqav2(List<RunRecord> records, Optional<Path> questions)
      throws IOException {
    Map<String, String> answers = new LinkedHashMap<>();
    if (questions.isPresent()) {
      for (Map<String, Object> question : Json.lines(questions.get())) {
        answers.put(String.valueOf(question.get("question_id")), "");
      }
    }
    records.forEach(r -> answers.put(r.questionId(), VqaNormalizer.full(r.text())));
    ArrayNode out = Json.MAPPER.createArrayNode();
    answers.forEach(
        (id, answer) ->
            out.addObject().put("question_id", Long.parseLong(id)).put("answer", answer));
    return out;
  }

  private static JsonNode vizWiz(List<RunRecord> records) {
    ArrayNode out = Json.MAPPER.createArrayNode();
    for (RunRecord r : records) {
      out.addObject().put("image", r.media()).put("answer", VqaNormalizer.full(r.text()));
    }
    return out;
  }

  private static JsonNode mmVet(List<RunRecord> records) {
    ObjectNode out = Json.MAPPER.createObjectNode();
    for (RunRecord r : records) {
      String id = r.questionId().startsWith("v1_") ? r.questionId() : "v1_" + r.questionId();
      out.put(id, r.text());
    }
    return out;
  }

  private static Path mmbench(String task, List<RunRecord> records, Path place) throws IOException {
    StringBuilder out =
        new StringBuilder("index\tquestion\tA\tB\tC\tD\tprediction\tanswer\tsplit\n");
    for (RunRecord r : records) {
      List<String> cells = new ArrayList<>();
      cells.add(r.questionId());
      cells.add(Questions.withoutOptions(r.prompt()));
      for (int i = 0; i < 4; i++) {
        cells.add(i < r.options().size() ? r.options().get(i) : "");
      }
      cells.addAll(List.of(r.text(), r.outcome().gold(), "dev"));
      out.append(String.join("\t", cells.stream().map(Submissions::quoted).toList())).append('\n');
    }
    Path file = place.resolve(task + "_upload.tsv");
    WholeFile.write(file, out.toString());
    return file;
  }

  private static String quoted(String cell) {
    boolean plain = cell.chars().noneMatch(c -> c == '\t' || c == '"' || c == '\n' || c == '\r');
    return plain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
  }

  /** LLaVA's answer file, so that the official scripts can score our answers. */
  private static Path llavaAnswers(String task, List<RunRecord> records, Path place, String model)
      throws IOException {
    StringBuilder out = new StringBuilder();
    for (RunRecord r : records) {
      ObjectNode line = Json.MAPPER.createObjectNode();
      if (r.questionId().matches("[0-9]{1,18}")) {
        line.put("question_id", Long.parseLong(r.questionId()));
      } else {
        line.put("question_id", r.questionId());
      }
      line.put("prompt", r.prompt()).put("text", r.text());
      line.put("answer_id", task + "-" + r.row()).put("model_id", model);
      if (task.startsWith("mmbench")) {
        line.put("round_id", 0);
        ArrayNode options = line.putArray("options");
        r.options().forEach(options::add);
        ArrayNode letters = line.putArray("option_char");
        for (int i = 0; i < r.options().size(); i++) {
          letters.add(ChoiceAnswer.letter(i));
        }
      }
      line.putObject("metadata").put("setting", r.setting());
      out.append(Json.MAPPER.writeValueAsString(line)).append('\n');
    }
    Path file = place.resolve(task + "_answers.jsonl");
    WholeFile.write(file, out.toString());
    return file;
  }

  private static Path json(Path place, String name, JsonNode content) throws IOException {
    Path file = place.resolve(name);
    WholeFile.write(file, Json.MAPPER.writeValueAsString(content));
    return file;
  }
}
