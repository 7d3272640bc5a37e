package io.qcpruner.text.internal.keyword;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.json.BoundedFile;
import io.qcpruner.json.JsonException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Where static models come from: a model2vec folder, or those inside this jar. */
public final class KeywordModels {

  /** The name of the embedded model in results. */
  public static final String EMBEDDED = "static-minilm (embedded)";

  /** The name of the embedded Chinese model in results. */
  public static final String EMBEDDED_CHINESE = "static-bge-zh (embedded)";

  private static final long MAX_JSON_BYTES = 256 << 20;

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
    return embedded(EMBEDDED, "static-minilm/");
  }

  /** The Chinese word vectors distilled from bge-small-zh-v1.5; loaded on first use. */
  public static StaticModel embeddedChinese() {
    return Chinese.MODEL;
  }

  private static final class Chinese {
    private static final StaticModel MODEL = embedded(EMBEDDED_CHINESE, "static-bge-zh/");
  }

  private static StaticModel embedded(String name, String folder) {
    try {
      return new StaticModelReader(name, Layout.MODEL2VEC.table)
          .read(
              resource(folder + "config.json"),
              table(folder + "model.safetensors"),
              resource(folder + "tokenizer.json"));
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
            .read(bytes(config), mapped(weights), bytes(tokenizer));
      }
    }
    throw new WeightsException(
        folder
            + ": no static model; expected config.json, model.safetensors and tokenizer.json, or the"
            + " sentence-transformers layout");
  }

  private static byte[] bytes(Path file) throws IOException {
    try {
      return BoundedFile.read(file, MAX_JSON_BYTES);
    } catch (JsonException e) {
      throw new WeightsException(e.getMessage(), e);
    }
  }

  /** Mapped, because a prompt reads some dozen of thirty thousand rows. */
  private static ByteBuffer mapped(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      checkSize(file, channel.size());
      return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
    }
  }

  private static void checkSize(Path file, long size) throws WeightsException {
    if (size > Integer.MAX_VALUE - 8) {
      throw new WeightsException(file + ": " + size + " bytes are too many for word vectors");
    }
  }

  /** Mapped when classes lie in folders, read when they are in a jar. */
  private static ByteBuffer table(String name) throws IOException {
    URL place = KeywordModels.class.getResource(name);
    if (place != null && place.getProtocol().equals("file")) {
      return mapped(Path.of(URI.create(place.toString())));
    }
    return ByteBuffer.wrap(resource(name));
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = KeywordModels.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new WeightsException(name + " is not in the jar");
      }
      return in.readAllBytes();
    }
  }
}
