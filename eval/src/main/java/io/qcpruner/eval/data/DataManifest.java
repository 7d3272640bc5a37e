package io.qcpruner.eval.data;

import io.qcpruner.json.BoundedFile;
import io.qcpruner.json.JsonException;
import io.qcpruner.json.JsonReader;
import io.qcpruner.json.OptionalField;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What lies where under a data root: {@code manifest.json}, or the usual layout when the user wrote
 * none.
 */
public record DataManifest(int format, List<Entry> entries) {

  private static final int FORMAT = 1;
  private static final long MAX_BYTES = 64 << 20;
  private static final List<String> MEDIA =
      List.of("embedded", "image-dir", "video-dir", "frame-dir");

  /**
   * One benchmark in one profile.
   *
   * @param rows expected rows, 0 if unknown
   * @param columns our column name to the file's, for mirrors that renamed them
   */
  public record Entry(
      String id,
      String benchmark,
      String profile,
      String reader,
      List<String> files,
      @OptionalField int rows,
      @OptionalField boolean allowPartial,
      @OptionalField Map<String, String> columns,
      @OptionalField MediaPlace media,
      @OptionalField TruthPlace truth,
      @OptionalField Join join,
      @OptionalField Subset subset,
      @OptionalField Map<String, String> sha256) {

    public Entry {
      if (files.isEmpty()) {
        throw new IllegalArgumentException("files is empty");
      }
      if (rows < 0) {
        throw new IllegalArgumentException("rows must not be negative, not " + rows);
      }
      columns = columns == null ? Map.of() : Map.copyOf(columns);
      sha256 = sha256 == null ? Map.of() : Map.copyOf(sha256);
      files = List.copyOf(files);
    }
  }

  /** Where pictures or clips are: embedded, image-dir, video-dir or frame-dir. */
  public record MediaPlace(
      String kind, @OptionalField String path, @OptionalField List<String> extensions) {
    public MediaPlace {
      if (!MEDIA.contains(kind)) {
        throw new IllegalArgumentException("kind must be one of " + MEDIA + ", not " + kind);
      }
      if (path == null && !kind.equals("embedded")) {
        throw new IllegalArgumentException("path is missing");
      }
      extensions = extensions == null ? List.of() : List.copyOf(extensions);
    }
  }

  /** Ground truth outside the question file. */
  public record TruthPlace(String reader, @OptionalField String path) {
    public TruthPlace {
      if (path == null && !reader.equals("none")) {
        throw new IllegalArgumentException("path is missing");
      }
    }
  }

  /** A second table that holds the pictures. */
  public record Join(List<String> files, String left, String right) {
    public Join {
      if (files.isEmpty()) {
        throw new IllegalArgumentException("files is empty");
      }
    }
  }

  /** A part of the rows: the first ones, or those listed in a CSV file. */
  public record Subset(
      @OptionalField String path, @OptionalField List<String> key, @OptionalField int first) {
    public Subset {
      key = key == null ? List.of() : List.copyOf(key);
      if (first < 0 || first == 0 && (path == null || key.isEmpty())) {
        throw new IllegalArgumentException("a subset needs first, or path and key");
      }
    }
  }

  public static DataManifest load(Path root) throws DataException {
    Path file = root.resolve("manifest.json");
    if (!Files.isDirectory(root)) {
      throw new DataException(root.toString(), "data folder not found");
    }
    try {
      return Files.exists(file)
          ? parse(BoundedFile.read(file, MAX_BYTES), file.toString())
          : usualLayout();
    } catch (JsonException e) {
      throw new DataException(e);
    }
  }

  /** The layout of the documentation. */
  public static DataManifest usualLayout() throws DataException {
    String name = "usual-layout.json";
    try (InputStream in = DataManifest.class.getResourceAsStream(name)) {
      return parse(in.readAllBytes(), name);
    } catch (DataException e) {
      throw e;
    } catch (IOException e) {
      throw new DataException(name, "cannot be read", e);
    }
  }

  private static DataManifest parse(byte[] json, String where) throws DataException {
    DataManifest manifest;
    try {
      manifest = JsonReader.STANDARD.record(json, where, DataManifest.class);
    } catch (JsonException e) {
      throw new DataException(e);
    }
    if (manifest.format != FORMAT) {
      throw new DataException(where, "format must be " + FORMAT + ", not " + manifest.format);
    }
    return manifest;
  }
}
