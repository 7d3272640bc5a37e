package io.qcpruner.eval.run;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Holds a file of a run folder for one process. The lock lies on an empty file beside the data,
 * because POSIX drops all locks of a file as soon as the process closes any descriptor of it: a
 * locked data file that is also read loses its lock. The empty file stays: deleting it would let a
 * second process lock a new file of the same name.
 */
final class RunLock implements Closeable {

  private static final long WAIT_MILLIS = 30_000;

  /**
   * Files locked by this process. The same POSIX rule forbids even to open a lock file that this
   * process already holds, so the process has to remember; the system only knows processes.
   */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;

  private RunLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** Takes the lock of a data file or fails at once. */
  static RunLock take(Path data) throws IOException {
    return attempt(data)
        .orElseThrow(() -> new RunException(data + " is being written by another process"));
  }

  /** Takes the lock of a file that others hold for moments only. */
  static RunLock await(Path data) throws IOException {
    long end = System.nanoTime() + WAIT_MILLIS * 1_000_000;
    while (true) {
      Optional<RunLock> lock = attempt(data);
      if (lock.isPresent()) {
        return lock.get();
      }
      if (System.nanoTime() > end) {
        throw new RunException(
            data + " has been locked by another process for " + WAIT_MILLIS / 1000 + " s");
      }
      try {
        Thread.sleep(20);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new RunException("interrupted while waiting for " + data, e);
      }
    }
  }

  private static Optional<RunLock> attempt(Path data) throws IOException {
    Path real = data.toAbsolutePath().getParent().toRealPath().resolve(data.getFileName());
    Path file = real.resolveSibling("." + data.getFileName() + ".lock");
    if (!HELD.add(file)) {
      return Optional.empty();
    }
    FileChannel channel = null;
    try {
      channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (channel.tryLock() != null) {
        return Optional.of(new RunLock(file, channel));
      }
    } catch (IOException e) {
      String reason = Files.isWritable(file.getParent()) ? "" : ": the folder is read-only";
      close(channel, file);
      throw new RunException("cannot lock " + data + reason, e);
    }
    close(channel, file);
    return Optional.empty();
  }

  private static void close(FileChannel channel, Path file) throws IOException {
    if (channel != null) {
      channel.close();
    }
    HELD.remove(file);
  }

  @Override
  public void close() throws IOException {
    close(channel, file);
  }
}
