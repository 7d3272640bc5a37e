package io.qcpruner.media.internal.natives;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * The right to unpack into a folder of native libraries, one process at a time. The file is empty
 * unless somebody is at work; one that is not empty when the lock is free was left by a process
 * that ended in the middle, and half a library may lie beside it, which JavaCPP would map.
 */
final class UnpackLock implements AutoCloseable {

  static final String NAME = ".qcpruner-lock";

  /** File systems keep times as coarse as two seconds. */
  private static final Duration COARSEST_TIME = Duration.ofSeconds(2);

  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);
  private static final Duration PAUSE = Duration.ofMillis(5);

  private final Path file;
  private final FileChannel channel;

  private UnpackLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Waits for the other processes, at most a minute: one of them may be stopped by its terminal.
   * The lock ends with the channel or with the process.
   */
  static UnpackLock take(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      long start = System.nanoTime();
      while (channel.tryLock() == null) {
        if (System.nanoTime() - start > LONGEST_WAIT.toNanos()) {
          throw new IOException(file + " was held by another process for a minute");
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
      return new UnpackLock(file, channel);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /** Removes what an earlier process left unfinished, and notes that this one is at work. */
  void begin() throws IOException {
    if (channel.size() > 0) {
      removeUnfinished(Files.getLastModifiedTime(file));
    }
    channel.write(ByteBuffer.wrap(new byte[] {'1'}), 0);
  }

  void end() throws IOException {
    channel.truncate(0);
  }

  /** A finished library has the time of its entry in the jar; half a one the time of its making. */
  private void removeUnfinished(FileTime begun) throws IOException {
    FileTime oldest = FileTime.from(begun.toInstant().minus(COARSEST_TIME));
    List<Path> files;
    try (Stream<Path> walk = Files.walk(file.getParent())) {
      files = walk.filter(path -> Files.isRegularFile(path) && !path.equals(file)).toList();
    }
    for (Path path : files) {
      if (Files.getLastModifiedTime(path).compareTo(oldest) >= 0) {
        Files.deleteIfExists(path);
      }
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
