package io.qcpruner.eval.judge;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.eval.data.Json;
import io.qcpruner.json.Sha256;
import io.qcpruner.json.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Remembers every judgment in {@code judgments.jsonl}, keyed by model and prompt; a second report
 * asks nobody. Without an endpoint only remembered judgments are given.
 */
public final class CachedJudge implements Judge {

  private final Path file;
  private final String model;
  private final Optional<Judge> endpoint;
  private final Map<String, String> known = new HashMap<>();

  public CachedJudge(Path file, String model, Optional<Judge> endpoint) throws IOException {
    this.file = file;
    this.model = model;
    this.endpoint = endpoint;
    if (Files.exists(file)) {
      for (Map<String, Object> line : Json.lines(file)) {
        known.put(String.valueOf(line.get("key")), String.valueOf(line.get("content")));
      }
    }
  }

  @Override
  public String ask(String prompt, double temperature, int maxTokens) throws IOException {
    String key = key(model, prompt, temperature);
    String remembered = known.get(key);
    if (remembered != null) {
      return remembered;
    }
    if (endpoint.isEmpty()) {
      throw new JudgeException(
          "no judgment by " + model + " in " + file + ", and no judge endpoint was given");
    }
    String content = endpoint.get().ask(prompt, temperature, maxTokens);
    ObjectNode line = Json.MAPPER.createObjectNode();
    line.put("key", key).put("model", model).put("temperature", temperature);
    line.put("prompt", prompt).put("content", content);
    try {
      Files.writeString(
          file,
          Json.MAPPER.writeValueAsString(line) + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw WholeFile.named(file, e);
    }
    known.put(key, content);
    return content;
  }

  private static String key(String model, String prompt, double temperature) {
    return Sha256.hex(model + "\0" + prompt + (temperature == 0 ? "" : "\0" + temperature));
  }
}
