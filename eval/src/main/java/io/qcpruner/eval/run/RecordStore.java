package io.qcpruner.eval.run;

import io.qcpruner.json.BoundedLines;
import io.qcpruner.json.JsonException;
import io.qcpruner.json.JsonReader;
import io.qcpruner.json.WholeFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * Append-only records of one shard. A record is one write of one line, so a process that is killed
 * leaves whole lines and at most one torn tail, which is cut off at the next start.
 */
public final class RecordStore implements Closeable {

  private final Path path;
  private final AppendFile file;
  private final Closeable lock;
  private final Set<RunRecord.Key> present;
  private long length;

  private RecordStore(
      Path path, AppendFile file, Closeable lock, Set<RunRecord.Key> present, long length) {
    this.path = path;
    this.file = file;
    this.lock = lock;
    this.present = present;
    this.length = length;
  }

  /** Opens a file for this process alone. */
  public static RecordStore open(Path path) throws IOException {
    RunLock lock = RunLock.take(path);
    try {
      return open(path, AppendFile.open(path), lock);
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  static RecordStore open(Path path, AppendFile file, Closeable lock) throws IOException {
    try {
      Set<RunRecord.Key> present = new HashSet<>();
      long whole = scan(path, record -> present.add(record.key()));
      file.truncate(whole);
      return new RecordStore(path, file, lock, present, whole);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  public synchronized boolean has(RunRecord.Key key) {
    return present.contains(key);
  }

  public synchronized int size() {
    return present.size();
  }

  /** Adds a record; after a failure the file ends with the last whole record. */
  public synchronized void append(RunRecord record) throws IOException {
    byte[] line =
        (RunJson.MAPPER.writeValueAsString(record) + "\n").getBytes(StandardCharsets.UTF_8);
    assert !present.contains(record.key()) : "record " + record.key() + " is written twice";
    try {
      file.append(line);
    } catch (IOException e) {
      file.truncate(length);
      throw new UnfinishedRunException(
          path
              + ": record could not be written ("
              + e.getMessage()
              + "); "
              + present.size()
              + " records are safe, make room and continue the run",
          e);
    }
    length += line.length;
    present.add(record.key());
  }

  @Override
  public synchronized void close() throws IOException {
    try (lock) {
      file.close();
    } catch (IOException e) {
      throw WholeFile.named(path, e);
    }
  }

  /** Takes the records of a file one by one. */
  @FunctionalInterface
  public interface Reader {
    void accept(RunRecord record) throws IOException;
  }

  /**
   * Reads all whole lines.
   *
   * @return their length in bytes; what follows is a torn tail
   */
  static long scan(Path path, Reader reader) throws IOException {
    if (!Files.exists(path)) {
      return 0;
    }
    return BoundedLines.read(
        path, false, (line, number, offset) -> reader.accept(parse(line, path, number, offset)));
  }

  private static RunRecord parse(byte[] line, Path path, int number, long offset)
      throws IOException {
    String where = path + " line " + number + " (offset " + offset + ")";
    try {
      return JsonReader.SNAKE_CASE.record(line, where, RunRecord.class);
    } catch (JsonException e) {
      throw new RunException(
          e.getMessage() + "; nothing was changed, remove that line to have it run again", e);
    }
  }
}
