package io.qcpruner.checkpoint.synthetic;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A tokenizer.json of single bytes and the special tokens of every prompt template, so that a
 * generated checkpoint can be asked something. Its vocabulary has {@link #SIZE} ids.
 */
public final class SyntheticTokenizer {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> SPECIALS =
      List.of(
          "<unk>",
          "<s>",
          "</s>",
          "<|endoftext|>",
          "<|im_start|>",
          "<|im_end|>",
          "<|vision_start|>",
          "<|vision_end|>",
          "<|image_pad|>",
          "<|video_pad|>",
          "<|startoftext|>");

  /** Added later, after the bytes, so that the ids of bytes stay. */
  private static final List<String> MORE_SPECIALS =
      List.of(
          "<fake_token_around_image>",
          "<global-img>",
          "<row_1_col_1>",
          "<end_of_utterance>",
          "<img>",
          "</img>",
          "<IMG_CONTEXT>",
          "<|begin_of_text|>");

  private static final int BYTES = 256;

  /** Ids in use: special tokens, the bytes, further special tokens. */
  public static final int SIZE = SPECIALS.size() + BYTES + MORE_SPECIALS.size();

  private SyntheticTokenizer() {}

  /** A configuration with the ids of this tokenizer where it names special tokens. */
  public static String withItsIds(String json) {
    return json.replaceAll("\"(image|video)_token_(index|id)\"\\s*:\\s*\\d+", "\"$1_token_$2\":9")
        .replaceAll("\"vision_start_token_id\"\\s*:\\s*\\d+", "\"vision_start_token_id\":6")
        .replaceAll("\"vision_end_token_id\"\\s*:\\s*\\d+", "\"vision_end_token_id\":7");
  }

  public static void write(Path folder) throws IOException {
    ObjectNode root = JSON.createObjectNode();
    root.put("version", "1.0");
    root.putNull("truncation").putNull("padding").putNull("normalizer");
    ArrayNode added = root.putArray("added_tokens");
    ObjectNode model = root.putObject("model");
    model.put("type", "BPE");
    ObjectNode vocab = model.putObject("vocab");
    for (int i = 0; i < SPECIALS.size(); i++) {
      special(i, SPECIALS.get(i), added, vocab);
    }
    for (int b = 0; b < BYTES; b++) {
      vocab.put(String.valueOf(byteCharacter(b)), SPECIALS.size() + b);
    }
    for (int i = 0; i < MORE_SPECIALS.size(); i++) {
      special(SPECIALS.size() + BYTES + i, MORE_SPECIALS.get(i), added, vocab);
    }
    model.putArray("merges");
    root.putObject("pre_tokenizer")
        .put("type", "ByteLevel")
        .put("add_prefix_space", false)
        .put("trim_offsets", true)
        .put("use_regex", false);
    root.putNull("post_processor");
    root.putObject("decoder")
        .put("type", "ByteLevel")
        .put("add_prefix_space", true)
        .put("trim_offsets", true)
        .put("use_regex", true);
    Files.createDirectories(folder);
    JSON.writeValue(folder.resolve("tokenizer.json").toFile(), root);
  }

  private static void special(int id, String token, ArrayNode added, ObjectNode vocab) {
    added
        .addObject()
        .put("id", id)
        .put("content", token)
        .put("single_word", false)
        .put("lstrip", false)
        .put("rstrip", false)
        .put("normalized", false)
        .put("special", true);
    vocab.put(token, id);
  }

  /** The printable character that byte-level vocabularies write for a byte. */
  private static char byteCharacter(int b) {
    if (isPrintable(b)) {
      return (char) b;
    }
    // the others take the characters from 256 on, in order
    int place = 0;
    for (int other = 0; other < b; other++) {
      place += isPrintable(other) ? 0 : 1;
    }
    return (char) (BYTES + place);
  }

  private static boolean isPrintable(int b) {
    return b >= '!' && b <= '~' || b >= 0xA1 && b <= 0xAC || b >= 0xAE;
  }
}
