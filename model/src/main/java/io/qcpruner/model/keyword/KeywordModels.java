package io.qcpruner.model.keyword;

import io.qcpruner.model.weights.WeightsException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where static models come from: a model2vec folder, or the one inside this jar. */
public final class KeywordModels {

  /** The name of the embedded model in results. */
  public static final String EMBEDDED = "static-minilm (embedded)";

  private static final String FOLDER = "static-minilm/";

  private enum Layout {
    MODEL2VEC("config.json", "", "embeddings"),
    SENTENCE_TRANSFORMERS("config_sentence_transformers.json", "", "embedding.weight"),
    NESTED("config_sentence_transformers.json", "0_StaticEmbedding/", "embedding.weight");

    private final String config;
    private final String folder;
    private final String table;

    Layout(String config, String folder, String table) {
      this.config = config;
      this.folder = folder;
      this.table = table;
    }
  }

  private KeywordModels() {}

  /** The word vectors distilled from all-MiniLM-L6-v2; loaded anew on each call. */
  public static StaticModel embedded() {
    try {
      return new StaticModelReader(EMBEDDED, Layout.MODEL2VEC.table)
          .read(resource("config.json"), resource("model.safetensors"), resource("tokenizer.json"));
    } catch (IOException e) {
      throw new UncheckedIOException("the embedded word vectors are damaged", e);
    }
  }

  /** A folder in one of the three layouts that model2vec reads; the first complete one counts. */
  public static StaticModel load(Path folder) throws IOException {
    for (Layout layout : Layout.values()) {
      Path config = folder.resolve(layout.config);
      Path weights = folder.resolve(layout.folder + "model.safetensors");
      Path tokenizer = folder.resolve(layout.folder + "tokenizer.json");
      if (Files.isRegularFile(config)
          && Files.isRegularFile(weights)
          && Files.isRegularFile(tokenizer)) {
        return new StaticModelReader(folder.toString(), layout.table)
            .read(bytes(config), bytes(weights), bytes(tokenizer));
      }
    }
    throw new WeightsException(
        folder
            + ": no static model; expected config.json, model.safetensors and tokenizer.json, or the"
            + " sentence-transformers layout");
  }

  private static byte[] bytes(Path file) throws IOException {
    long size = Files.size(file);
    if (size > Integer.MAX_VALUE - 8) {
      throw new WeightsException(file + ": " + size + " bytes do not fit in memory at once");
    }
    return Files.readAllBytes(file);
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = KeywordModels.class.getResourceAsStream(FOLDER + name)) {
      if (in == null) {
        throw new WeightsException(FOLDER + name + " is not in the jar");
      }
      return in.readAllBytes();
    }
  }
}
