package io.qcpruner.eval.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.qcpruner.eval.data.DataException;
import io.qcpruner.eval.data.Json;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Scores that an evaluation server gave: {@code {"source": "external", "scores": {"vqav2": {"full":
 * 78.5, "qcpruner@64": 76.9}}}}.
 */
public record ExternalScores(Map<String, Map<String, BigDecimal>> scores) {

  public static final ExternalScores NONE = new ExternalScores(Map.of());

  public static ExternalScores read(Path file) throws DataException {
    JsonNode tree = Json.tree(file);
    if (!tree.path("source").asText().equals("external") || !tree.path("scores").isObject()) {
      throw new DataException(file.toString(), "needs \"source\": \"external\" and \"scores\"");
    }
    Map<String, Map<String, BigDecimal>> scores = new HashMap<>();
    for (Map.Entry<String, JsonNode> task : tree.path("scores").properties()) {
      Map<String, BigDecimal> settings = new HashMap<>();
      for (Map.Entry<String, JsonNode> cell : task.getValue().properties()) {
        if (!cell.getValue().isNumber()) {
          throw new DataException(
              file.toString(), task.getKey() + " " + cell.getKey() + " is not a number");
        }
        settings.put(cell.getKey(), cell.getValue().decimalValue());
      }
      scores.put(task.getKey(), settings);
    }
    return new ExternalScores(scores);
  }

  public Optional<BigDecimal> of(String task, String setting) {
    return Optional.ofNullable(scores.getOrDefault(task, Map.of()).get(setting));
  }
}
