package io.qcpruner.distill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The tokens that get a row, in the order of their old ids, and the tokenizer file that goes with
 * them.
 */
final class Vocabulary {

  private static final Pattern UNUSED = Pattern.compile("\\[unused\\d+\\]");
  private static final Set<String> KEPT_SPECIAL = Set.of("[PAD]", "[UNK]");

  private final ObjectNode source;
  private final List<Map.Entry<String, Integer>> kept = new ArrayList<>();

  Vocabulary(byte[] tokenizerJson) throws IOException {
    source = (ObjectNode) new ObjectMapper().readTree(tokenizerJson);
    Set<String> dropped = new HashSet<>();
    for (JsonNode added : source.get("added_tokens")) {
      String content = added.get("content").asText();
      if (!KEPT_SPECIAL.contains(content)) {
        dropped.add(content);
      }
    }
    for (Map.Entry<String, JsonNode> entry : source.at("/model/vocab").properties()) {
      String token = entry.getKey();
      if (!dropped.contains(token) && !UNUSED.matcher(token).lookingAt()) {
        kept.add(Map.entry(token, entry.getValue().intValue()));
      }
    }
    kept.sort(Comparator.comparingInt(Map.Entry::getValue));
  }

  int oldId(String token) throws IOException {
    JsonNode id = source.at("/model/vocab").get(token);
    if (id == null) {
      throw new IOException("the source vocabulary has no " + token);
    }
    return id.intValue();
  }

  int[] oldIds() {
    return kept.stream().mapToInt(Map.Entry::getValue).toArray();
  }

  int indexOf(String token) {
    for (int i = 0; i < kept.size(); i++) {
      if (kept.get(i).getKey().equals(token)) {
        return i;
      }
    }
    return -1;
  }

  /**
   * The source file with the new ids; without post-processor, padding and truncation, which would
   * put rows into every mean that are not in the text.
   */
  byte[] tokenizerJson() throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    ObjectNode file = source.deepCopy();
    ObjectNode vocab = mapper.createObjectNode();
    for (int i = 0; i < kept.size(); i++) {
      vocab.put(kept.get(i).getKey(), i);
    }
    ((ObjectNode) file.get("model")).set("vocab", vocab);
    ArrayNode added = mapper.createArrayNode();
    for (JsonNode token : file.get("added_tokens")) {
      int id = indexOf(token.get("content").asText());
      if (id >= 0) {
        added.add(((ObjectNode) token).put("id", id));
      }
    }
    file.set("added_tokens", added);
    file.putNull("post_processor");
    file.putNull("padding");
    file.putNull("truncation");
    return mapper.writeValueAsBytes(file);
  }
}
