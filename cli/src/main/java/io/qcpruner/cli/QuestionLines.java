package io.qcpruner.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.json.JsonException;
import io.qcpruner.json.JsonReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Questions, one on each line: a JSON object with {@code question} and perhaps an {@code id}, or
 * plain text. Blank lines are passed over.
 */
final class QuestionLines implements AutoCloseable {
  private static final int MAX_CHARACTERS = 1 << 20;
  private static final List<String> FIELDS = List.of("id", "question");

  private final String name;
  private final boolean json;
  private final Reader reader;
  private int line;

  private QuestionLines(String name, boolean json, InputStream in) {
    this.name = name;
    this.json = json;
    this.reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
  }

  /** JSON lines of a file. */
  static QuestionLines ofFile(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new FileSystemException(file.toString(), null, "is a folder");
    }
    return new QuestionLines(file.toString(), true, Files.newInputStream(file));
  }

  /** Plain text, such as a person or another program writes to standard input. */
  static QuestionLines ofText(InputStream in) {
    return new QuestionLines("standard input", false, in);
  }

  /**
   * A question.
   *
   * @param id as the line has it, null if it has none
   */
  record Question(JsonNode id, String text) {}

  /** The next question; empty at the end. */
  Optional<Question> next() throws IOException {
    String text = readLine();
    while (text != null && text.isBlank()) {
      text = readLine();
    }
    if (text == null) {
      return Optional.empty();
    }
    return Optional.of(json ? parse(text) : new Question(null, text.strip()));
  }

  private Question parse(String text) throws JsonException {
    String where = name + ", line " + line;
    ObjectNode node = JsonReader.UNIQUE.object(text, where);
    for (var names = node.fieldNames(); names.hasNext(); ) {
      String field = names.next();
      if (!FIELDS.contains(field)) {
        throw new JsonException(where, "unknown field " + field + "; known are id and question");
      }
    }
    String question = node.path("question").asText("");
    if (!node.path("question").isTextual() || question.isBlank()) {
      throw new JsonException(where, "question must be a text that is not blank");
    }
    return new Question(node.get("id"), question);
  }

  private String readLine() throws IOException {
    StringBuilder text = new StringBuilder();
    line++;
    int c = reader.read();
    if (c < 0) {
      return null;
    }
    while (c >= 0 && c != '\n') {
      if (text.length() == MAX_CHARACTERS) {
        throw new IOException(
            "%s, line %d: longer than %d characters".formatted(name, line, MAX_CHARACTERS));
      }
      text.append((char) c);
      c = reader.read();
    }
    return text.toString();
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
