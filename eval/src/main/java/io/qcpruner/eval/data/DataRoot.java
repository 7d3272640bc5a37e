package io.qcpruner.eval.data;

import io.qcpruner.eval.data.DataManifest.Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A folder of benchmark data that the user named. */
public final class DataRoot implements AutoCloseable {

  private final Path root;
  private final DataManifest manifest;
  private final boolean allowPartial;
  private final ParquetReader parquet;

  public DataRoot(Path root, boolean allowPartial) throws DataException {
    this.root = root;
    this.manifest = DataManifest.load(root);
    this.allowPartial = allowPartial;
    this.parquet = new ParquetReader();
  }

  /** How a task finds what it needs in a row. */
  public interface Wishes {
    /** Columns that are read if the file has them. */
    List<String> columns();

    /** Places of the row's picture or clip under the media folder, best first. */
    List<String> mediaNames(DataRow row) throws DataException;
  }

  public List<Entry> entries() {
    return manifest.entries();
  }

  /** The entry for a benchmark: the profile's own if its files are here, else any other. */
  public Entry entry(String benchmark, String profile) throws DataException {
    List<Entry> candidates = new ArrayList<>();
    for (Entry entry : manifest.entries()) {
      if (entry.benchmark().equals(benchmark)) {
        candidates.add(entry);
      }
    }
    candidates.sort(Comparator.comparing(entry -> !entry.profile().equals(profile)));
    if (candidates.isEmpty()) {
      throw new DataException(root.toString(), "the manifest has no entry for " + benchmark);
    }
    for (Entry entry : candidates) {
      if (!Globs.resolve(root, entry.files()).isEmpty()) {
        return entry;
      }
    }
    throw new DataException(
        root.toString(), "no files for " + benchmark + "; expected " + candidates.get(0).files());
  }

  public List<Path> files(Entry entry) throws DataException {
    return Globs.resolve(root, entry.files());
  }

  /** All rows of an entry, with media places, ground truth and subset applied. */
  public List<DataRow> rows(Entry entry, Wishes wishes) throws DataException {
    List<Path> files = files(entry);
    if (files.isEmpty()) {
      throw new DataException(root.toString(), "no files match " + entry.files());
    }
    List<DataRow> rows = read(entry, files, wishes);
    boolean partial = allowPartial || entry.allowPartial();
    if (entry.rows() > 0 && rows.size() != entry.rows() && !partial) {
      throw new PartialDataException(entry.id(), rows.size() + " rows instead of " + entry.rows());
    }
    if (entry.truth() != null && !entry.truth().reader().equals("none")) {
      Path truth = Globs.inside(root, entry.truth().path());
      rows = Truth.attach(rows, entry.truth().reader(), truth);
    }
    if (entry.join() != null) {
      rows = join(rows, entry);
    }
    if (entry.subset() != null) {
      rows = Subsets.apply(rows, entry.subset(), root);
    }
    return placed(rows, entry, wishes);
  }

  private List<DataRow> read(Entry entry, List<Path> files, Wishes wishes) throws DataException {
    return switch (entry.reader()) {
      case "hf-parquet" ->
          renamed(
              parquet.read(
                  files,
                  fileColumns(entry, wishes),
                  entry.columns().getOrDefault("image", "image")),
              entry);
      case "llava-jsonl" -> renamed(JsonReaders.lines(files), entry);
      case "llava-sqa-json", "mvbench-json", "lvb-json" ->
          renamed(JsonReaders.arrays(files), entry);
      case "mmbench-tsv" -> renamed(TsvReader.read(files, "image"), entry);
      default -> throw new DataException(entry.id(), "unknown reader " + entry.reader());
    };
  }

  private static List<String> fileColumns(Entry entry, Wishes wishes) {
    List<String> columns = new ArrayList<>();
    wishes.columns().forEach(c -> columns.add(entry.columns().getOrDefault(c, c)));
    return columns;
  }

  private static List<DataRow> renamed(List<DataRow> rows, Entry entry) {
    if (entry.columns().isEmpty()) {
      return rows;
    }
    List<DataRow> out = new ArrayList<>();
    for (DataRow row : rows) {
      Map<String, Object> fields = new HashMap<>();
      entry.columns().forEach((ours, theirs) -> fields.put(ours, row.fields().get(theirs)));
      out.add(row.with(fields));
    }
    return out;
  }

  private List<DataRow> join(List<DataRow> rows, Entry entry) throws DataException {
    DataManifest.Join join = entry.join();
    Map<String, Media> media = new HashMap<>();
    List<Path> files = Globs.resolve(root, join.files());
    for (DataRow row : parquet.read(files, List.of(join.right()), "image")) {
      media.put(row.text(join.right()), row.media());
    }
    List<DataRow> out = new ArrayList<>();
    for (DataRow row : rows) {
      Media found = media.get(row.text(join.left()));
      if (found == null) {
        throw new DataException(row.where(), "no picture with id " + row.text(join.left()));
      }
      out.add(row.with(found));
    }
    return out;
  }

  private List<DataRow> placed(List<DataRow> rows, Entry entry, Wishes wishes)
      throws DataException {
    DataManifest.MediaPlace place = entry.media();
    if (place == null || place.kind().equals("embedded")) {
      return rows;
    }
    Path folder = Globs.inside(root, place.path());
    List<DataRow> out = new ArrayList<>();
    for (DataRow row : rows) {
      List<String> names = wishes.mediaNames(row);
      out.add(names.isEmpty() ? row : row.with(media(folder, place, names)));
    }
    return out;
  }

  private static Media media(Path folder, DataManifest.MediaPlace place, List<String> names)
      throws DataException {
    Path found = null;
    for (String name : names) {
      for (String ending : endings(place)) {
        Path path = Globs.inside(folder, name + ending);
        found = found == null && Files.exists(path) ? path : found;
      }
    }
    // a missing file is reported when it is needed
    Path path = found == null ? Globs.inside(folder, names.get(0)) : found;
    return switch (place.kind()) {
      case "image-dir" -> new Media.ImageFile(path);
      case "video-dir" ->
          Files.isDirectory(path) ? new Media.FrameFolder(path) : new Media.VideoFile(path);
      case "frame-dir" -> new Media.FrameFolder(path);
      default -> throw new DataException(folder.toString(), "unknown media kind " + place.kind());
    };
  }

  private static List<String> endings(DataManifest.MediaPlace place) {
    List<String> endings = new ArrayList<>(List.of(""));
    place.extensions().forEach(extension -> endings.add("." + extension));
    return endings;
  }

  public Path root() {
    return root;
  }

  @Override
  public void close() throws DataException {
    parquet.close();
  }
}
