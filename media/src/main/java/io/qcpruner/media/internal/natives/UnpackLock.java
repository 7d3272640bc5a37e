package io.qcpruner.media.internal.natives;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** The right to unpack into a folder of native libraries, one process at a time. */
final class UnpackLock implements Closeable {
  private static final System.Logger LOG = System.getLogger(UnpackLock.class.getName());

  static final String NAME = ".qcpruner-lock";

  private static final Duration PAUSE = Duration.ofMillis(5);

  private final FileChannel channel;

  private UnpackLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Waits for the other processes, however long: a process that unpacks beside another one maps
   * half a file. The lock ends with the channel or with the process.
   *
   * @param quiet after this time, and after each further minute, a message says who is waited for
   */
  static UnpackLock take(Path folder, Duration quiet) throws IOException {
    Path file = folder.resolve(NAME);
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      long next = System.nanoTime() + quiet.toNanos();
      while (channel.tryLock() == null) {
        if (System.nanoTime() - next > 0) {
          LOG.log(
              System.Logger.Level.WARNING,
              "waiting for another process that unpacks native libraries and holds {0}; if it"
                  + " hangs, end it or name another folder with -Dqcpruner.natives.folder=DIR",
              file);
          next += Duration.ofMinutes(1).toNanos();
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
      return new UnpackLock(channel);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
