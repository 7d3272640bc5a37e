package io.qcpruner.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The parts of the real Llama and Qwen vocabularies that the golden texts need, under their real
 * ids, in every file form that checkpoints use. Made by reference/make_tokenizer_goldens.py.
 */
public final class TestVocabularies {
  static final ObjectMapper JSON = new ObjectMapper();
  private static final int LLAMA_SIZE = 32000;

  /** A text with its ids. */
  record Golden(String text, int[] llama, int[] qwen) {}

  private record Row(int id, float score, String piece) {}

  private TestVocabularies() {}

  static List<Golden> goldens() throws IOException {
    List<Golden> out = new ArrayList<>();
    for (JsonNode row : JSON.readTree(resource("golden-ids.json"))) {
      out.add(new Golden(row.get("text").asText(), ints(row.get("llama")), ints(row.get("qwen"))));
    }
    return out;
  }

  /** {@code tokenizer.model}. */
  public static Path writeLlamaModel(Path folder) throws IOException {
    WireWriter model = new WireWriter();
    String[] texts = new String[LLAMA_SIZE];
    float[] scores = new float[LLAMA_SIZE];
    rows().forEach(row -> texts[row.id] = row.piece);
    rows().forEach(row -> scores[row.id] = row.score);
    for (int id = 0; id < LLAMA_SIZE; id++) {
      WireWriter piece = new WireWriter();
      String text = id < 3 ? List.of("<unk>", "<s>", "</s>").get(id) : texts[id];
      int type = id == 0 ? 2 : id < 3 ? 3 : id < 259 ? 6 : text == null ? 5 : 1;
      if (type == 6) {
        text = "<0x%02X>".formatted(id - 3);
      }
      // ids that no golden text needs are there, but unused
      piece.text(1, text == null ? "unused" + id : text).fixedFloat(2, scores[id]);
      piece.integer(3, type);
      model.message(1, piece);
    }
    model.message(2, new WireWriter().integer(3, 2).integer(35, 1));
    model.message(
        3, new WireWriter().text(1, "identity").integer(3, 1).integer(4, 0).integer(5, 1));
    return Files.write(folder.resolve("tokenizer.model"), model.bytes());
  }

  /** {@code tokenizer.json} in the form that llava-hf files have. */
  public static Path writeLlamaJson(Path folder) throws IOException {
    Map<String, Integer> ids = new LinkedHashMap<>();
    ids.put("<unk>", 0);
    ids.put("<s>", 1);
    ids.put("</s>", 2);
    for (int b = 0; b < 256; b++) {
      ids.put("<0x%02X>".formatted(b), 3 + b);
    }
    List<Row> byScore = new ArrayList<>(rows());
    byScore.sort((a, b) -> Float.compare(b.score, a.score));
    byScore.forEach(row -> ids.put(row.piece, row.id));
    ids.put("filler", LLAMA_SIZE - 1);
    ObjectNode root = (ObjectNode) JSON.readTree(resource("llama-shell.json"));
    ObjectNode model = (ObjectNode) root.get("model");
    ObjectNode vocab = model.putObject("vocab");
    ids.forEach(vocab::put);
    ArrayNode merges = model.putArray("merges");
    for (Row row : byScore) {
      for (int cut = 1; cut < row.piece.length(); cut++) {
        String left = row.piece.substring(0, cut);
        String right = row.piece.substring(cut);
        if (ids.containsKey(left) && ids.containsKey(right)) {
          merges.add(left + " " + right);
        }
      }
    }
    JSON.writeValue(folder.resolve("tokenizer.json").toFile(), root);
    return folder.resolve("tokenizer.json");
  }

  /** {@code tokenizer.json} of Qwen2.5. */
  public static Path writeQwenJson(Path folder) throws IOException {
    return Files.write(folder.resolve("tokenizer.json"), resource("qwen-extract.json"));
  }

  /** {@code vocab.json}, {@code merges.txt} and {@code tokenizer_config.json} of Qwen2.5. */
  static void writeQwenFiles(Path folder) throws IOException {
    JsonNode root = JSON.readTree(resource("qwen-extract.json"));
    JSON.writeValue(folder.resolve("vocab.json").toFile(), root.at("/model/vocab"));
    List<String> merges = new ArrayList<>(List.of("#version: 0.2"));
    root.at("/model/merges").forEach(merge -> merges.add(merge.asText()));
    Files.write(folder.resolve("merges.txt"), merges);
    ObjectNode config = JSON.createObjectNode();
    ObjectNode decoder = config.putObject("added_tokens_decoder");
    for (JsonNode token : root.get("added_tokens")) {
      decoder.set(token.get("id").asText(), token);
    }
    JSON.writeValue(folder.resolve("tokenizer_config.json").toFile(), config);
  }

  private static List<Row> rows() {
    try {
      return new String(resource("llama-extract.tsv"), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t", -1))
          .map(c -> new Row(Integer.parseInt(c[0]), Float.parseFloat(c[1]), text(c[2])))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(String json) {
    try {
      return JSON.readValue(json, String.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = TestVocabularies.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    }
  }

  private static int[] ints(JsonNode array) {
    int[] out = new int[array.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = array.get(i).intValue();
    }
    return out;
  }
}
