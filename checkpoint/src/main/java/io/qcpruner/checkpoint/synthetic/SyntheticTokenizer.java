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
  private static final int BYTES = 256;

  /** Ids in use: the special tokens first, then the bytes. */
  public static final int SIZE = SPECIALS.size() + BYTES;

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
      added
          .addObject()
          .put("id", i)
          .put("content", SPECIALS.get(i))
          .put("single_word", false)
          .put("lstrip", false)
          .put("rstrip", false)
          .put("normalized", false)
          .put("special", true);
      vocab.put(SPECIALS.get(i), i);
    }
    for (int b = 0; b < BYTES; b++) {
      vocab.put(String.valueOf(byteCharacter(b)), SPECIALS.size() + b);
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
