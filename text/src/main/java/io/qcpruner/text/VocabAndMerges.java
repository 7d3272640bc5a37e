package io.qcpruner.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.json.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Qwen's older files, {@code vocab.json} and {@code merges.txt}, put together to the definition
 * that tokenizer.json would hold.
 */
final class VocabAndMerges {
  private static final String PATTERN =
      "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}"
          + "| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
  private static final String SHELL =
      """
      {"version":"1.0","truncation":null,"padding":null,"added_tokens":[],
       "normalizer":{"type":"NFC"},
       "pre_tokenizer":{"type":"Sequence","pretokenizers":[
        {"type":"Split","pattern":{"Regex":""},"behavior":"Isolated","invert":false},
        {"type":"ByteLevel","add_prefix_space":false,"trim_offsets":false,"use_regex":false}]},
       "post_processor":null,
       "decoder":{"type":"ByteLevel","add_prefix_space":false,"trim_offsets":false,
        "use_regex":false},
       "model":{"type":"BPE","dropout":null,"unk_token":null,"continuing_subword_prefix":"",
        "end_of_word_suffix":"","fuse_unk":false,"byte_fallback":false}}
      """;

  private VocabAndMerges() {}

  static byte[] definition(Path folder) throws IOException {
    ObjectNode root = JsonReader.STANDARD.object(SHELL, "tokenizer shell");
    ((ObjectNode) root.at("/pre_tokenizer/pretokenizers/0/pattern")).put("Regex", PATTERN);
    ObjectNode model = (ObjectNode) root.get("model");
    model.set("vocab", TokenizerFiles.json(folder.resolve("vocab.json")));
    ArrayNode merges = model.putArray("merges");
    for (String line : TokenizerFiles.lines(folder.resolve("merges.txt"))) {
      if (!line.isBlank() && !line.startsWith("#version")) {
        merges.add(line);
      }
    }
    addTokens(folder, root.withArray("added_tokens"));
    return JsonReader.STANDARD.mapper().writeValueAsBytes(root);
  }

  private static void addTokens(Path folder, ArrayNode out) throws IOException {
    Path config = folder.resolve("tokenizer_config.json");
    JsonNode decoder =
        Files.exists(config)
            ? TokenizerFiles.json(config).path("added_tokens_decoder")
            : JsonReader.STANDARD.mapper().createObjectNode();
    for (Map.Entry<String, JsonNode> token : decoder.properties()) {
      if (!token.getKey().matches("\\d{1,8}")) {
        throw new TokenizerException(
            config + ": added_tokens_decoder has the key " + token.getKey());
      }
      add(
          out,
          Integer.parseInt(token.getKey()),
          token.getValue().path("content").asText(),
          token.getValue().path("special").asBoolean(true));
    }
    Path older = folder.resolve("added_tokens.json");
    if (decoder.isEmpty() && Files.exists(older)) {
      for (Map.Entry<String, JsonNode> token : TokenizerFiles.json(older).properties()) {
        add(out, token.getValue().asInt(-1), token.getKey(), true);
      }
    }
  }

  private static void add(ArrayNode out, int id, String content, boolean special) {
    ObjectNode token = out.addObject();
    token.put("id", id).put("content", content).put("special", special);
    token.put("single_word", false).put("lstrip", false).put("rstrip", false);
    token.put("normalized", false);
  }
}
