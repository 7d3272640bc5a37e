package io.qcpruner.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.json.BoundedFile;
import io.qcpruner.json.JsonException;
import io.qcpruner.json.JsonReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Finds and loads the tokenizer of a checkpoint folder. */
public final class TokenizerFiles {
  private static final long MAX_BYTES = 256L << 20;

  private TokenizerFiles() {}

  /**
   * The tokenizer of a checkpoint. A SentencePiece file is preferred because it defines the ids of
   * Llama models; then tokenizer.json; then vocab.json with merges.txt.
   */
  public static Tokenizer load(Path folder) throws IOException {
    return find(folder).orElseThrow(() -> missing(folder));
  }

  /** Like above, or nothing for a folder without tokenizer files. */
  public static Optional<Tokenizer> find(Path folder) throws IOException {
    Path sentencePiece = folder.resolve("tokenizer.model");
    if (Files.isRegularFile(sentencePiece)) {
      return Optional.of(SentencePieceTokenizer.read(sentencePiece));
    }
    Path file = folder.resolve("tokenizer.json");
    if (Files.isRegularFile(file)) {
      return Optional.of(JsonTokenizer.of(bytes(file), file.toString()));
    }
    Path vocab = folder.resolve("vocab.json");
    if (Files.isRegularFile(vocab) && Files.isRegularFile(folder.resolve("merges.txt"))) {
      return Optional.of(JsonTokenizer.of(VocabAndMerges.definition(folder), vocab.toString()));
    }
    return Optional.empty();
  }

  /** What to say of a folder without tokenizer files. */
  public static TokenizerException missing(Path folder) {
    return new TokenizerException(
        folder
            + ": no tokenizer; looked for tokenizer.model, tokenizer.json, vocab.json and merges.txt");
  }

  private static byte[] bytes(Path file) throws IOException {
    try {
      return BoundedFile.read(file, MAX_BYTES);
    } catch (JsonException e) {
      throw new TokenizerException(e.getMessage(), e);
    }
  }

  static List<String> lines(Path file) throws IOException {
    return new String(bytes(file), StandardCharsets.UTF_8).lines().toList();
  }

  static ObjectNode json(Path file) throws IOException {
    try {
      return JsonReader.STANDARD.object(file, MAX_BYTES);
    } catch (JsonException e) {
      throw new TokenizerException(e.getMessage(), e);
    }
  }
}
