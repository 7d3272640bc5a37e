package io.qcpruner.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.json.BoundedFile;
import io.qcpruner.json.JsonException;
import io.qcpruner.json.JsonReader;
import io.qcpruner.text.internal.jinja.JinjaException;
import io.qcpruner.text.internal.jinja.JinjaTemplate;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the chat template of a checkpoint where transformers looks for it, in the same order, and
 * then the tokenizer's.
 */
final class ChatTemplateFiles {
  private static final long MAX_BYTES = 64L << 20;
  private static final String FIELD = "chat_template";
  private static final String TOKENIZER = "tokenizer_config.json";
  private static final List<String> SPECIAL =
      List.of("bos_token", "eos_token", "unk_token", "pad_token", "sep_token", "cls_token");

  private ChatTemplateFiles() {}

  /** The template of a folder; empty if it has none. */
  static Optional<JinjaTemplate> find(Path folder) throws ChatTemplateException {
    for (String name : List.of("processor_config.json", "chat_template.json")) {
      Optional<JinjaTemplate> found = inJson(folder.resolve(name));
      if (found.isPresent()) {
        return found;
      }
    }
    Path plain = folder.resolve("chat_template.jinja");
    return Files.isRegularFile(plain)
        ? Optional.of(read(plain))
        : inJson(folder.resolve(TOKENIZER));
  }

  /** A template in a file of its own. */
  static JinjaTemplate read(Path file) throws ChatTemplateException {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(BoundedFile.read(file, MAX_BYTES));
      return parse(StandardCharsets.UTF_8.newDecoder().decode(bytes).toString(), file, "");
    } catch (CharacterCodingException e) {
      throw new ChatTemplateException(file + ": is not UTF-8");
    } catch (JsonException e) {
      throw new ChatTemplateException(e);
    }
  }

  private static Optional<JinjaTemplate> inJson(Path file) throws ChatTemplateException {
    Optional<ObjectNode> json = json(file);
    JsonNode field = json.map(node -> node.get(FIELD)).orElse(null);
    if (field == null || field.isNull()) {
      return Optional.empty();
    }
    if (field.isTextual()) {
      return Optional.of(parse(field.textValue(), file, " field " + FIELD));
    }
    if (!field.isArray()) {
      throw new ChatTemplateException(
          file + ": field " + FIELD + " must be a text or a list of named templates");
    }
    for (JsonNode named : field) {
      if (named.path("name").asText().equals("default") && named.path("template").isTextual()) {
        String template = named.get("template").textValue();
        return Optional.of(parse(template, file, " field " + FIELD + " default"));
      }
    }
    return Optional.empty();
  }

  /** Requests are told the file's name alone: where a server's models lie is not their business. */
  private static JinjaTemplate parse(String source, Path file, String part)
      throws ChatTemplateException {
    try {
      return JinjaTemplate.parse(source, file.getFileName() + part);
    } catch (JinjaException e) {
      throw new ChatTemplateException(e).in(file.toAbsolutePath().getParent());
    }
  }

  /** The tokens that templates know by name, such as {@code bos_token}. */
  static Map<String, String> namedTokens(Path folder) throws ChatTemplateException {
    Map<String, String> out = new LinkedHashMap<>();
    for (String name : List.of("special_tokens_map.json", TOKENIZER)) {
      Optional<ObjectNode> json = json(folder.resolve(name));
      for (String token : SPECIAL) {
        JsonNode value = json.map(node -> node.path(token)).orElse(null);
        if (value != null && value.isObject()) {
          value = value.path("content");
        }
        if (value != null && value.isTextual()) {
          out.put(token, value.textValue());
        }
      }
    }
    return out;
  }

  private static Optional<ObjectNode> json(Path file) throws ChatTemplateException {
    try {
      return Files.isRegularFile(file)
          ? Optional.of(JsonReader.STANDARD.object(file, MAX_BYTES))
          : Optional.empty();
    } catch (JsonException e) {
      throw new ChatTemplateException(e);
    }
  }
}
