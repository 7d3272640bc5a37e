package io.qcpruner.eval.data;

import io.qcpruner.json.BoundedFile;
import io.qcpruner.json.JsonException;
import io.qcpruner.json.JsonReader;
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
      int rows,
      boolean allowPartial,
      Map<String, String> columns,
      MediaPlace media,
      TruthPlace truth,
      Join join,
      Subset subset,
      Map<String, String> sha256) {

    public Entry {
      columns = columns == null ? Map.of() : Map.copyOf(columns);
      sha256 = sha256 == null ? Map.of() : Map.copyOf(sha256);
      files = files == null ? List.of() : List.copyOf(files);
    }
  }

  /** Where pictures or clips are: embedded, image-dir, video-dir or frame-dir. */
  public record MediaPlace(String kind, String path, List<String> extensions) {
    public MediaPlace {
      extensions = extensions == null ? List.of() : List.copyOf(extensions);
    }
  }

  /** Ground truth outside the question file. */
  public record TruthPlace(String reader, String path) {}

  /** A second table that holds the pictures. */
  public record Join(List<String> files, String left, String right) {}

  /** A part of the rows: the first ones, or those listed in a CSV file. */
  public record Subset(String path, List<String> key, int first) {
    public Subset {
      key = key == null ? List.of() : List.copyOf(key);
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
    if (manifest.entries == null) {
      throw new DataException(where, "no field entries");
    }
    for (Entry entry : manifest.entries) {
      if (entry == null) {
        throw new DataException(where, "field entries holds null");
      }
      if (entry.id == null || entry.benchmark == null || entry.profile == null) {
        throw new DataException(where, "an entry lacks id, benchmark or profile");
      }
      if (entry.reader == null || entry.files.isEmpty()) {
        throw new DataException(where, "entry " + entry.id + " lacks reader or files");
      }
    }
    return manifest;
  }
}
