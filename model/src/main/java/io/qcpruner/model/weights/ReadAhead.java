package io.qcpruner.model.weights;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Brings a weight file into the system's page cache from first byte to last, on a thread of its
 * own, while the first prompt is already being computed: a mapping alone reads a page when it is
 * missed. Pages that are in memory already cost nothing.
 */
final class ReadAhead implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(ReadAhead.class.getName());

  /** Smaller files are read in less time than it takes to begin. */
  private static final long MIN_BYTES = 64L << 20;

  /** A step after which the reader looks whether it is still wanted. */
  private static final long STEP = 64L << 20;

  private static final int BUFFER = 1 << 20;

  private volatile boolean stopped;

  /** Starts unless the file is small, or so large that its end would push out its beginning. */
  void start(Path file, long bytes) {
    if (bytes < MIN_BYTES || bytes > memoryOfMachine() / 2) {
      return;
    }
    Thread reader = new Thread(() -> read(file), "read-ahead");
    reader.setDaemon(true);
    reader.start();
  }

  private static long memoryOfMachine() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getTotalMemorySize()
        : 0;
  }

  /** Reads what is not in memory; returns about how many bytes that were. */
  long read(Path file) {
    long read = 0;
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long size = channel.size();
      for (long at = 0; at < size && !stopped; at += STEP) {
        long length = Math.min(STEP, size - at);
        if (!channel.map(FileChannel.MapMode.READ_ONLY, at, length).isLoaded()) {
          read += read(channel, at, at + length);
        }
      }
    } catch (IOException e) { // whoever needs the weights reports what is wrong with the file
      LOG.log(Level.DEBUG, "{0}: not read ahead: {1}", file, e.getMessage());
    }
    return read;
  }

  /** By reading: pages of a mapping would count as this process's memory. */
  private static long read(FileChannel channel, long from, long end) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
    long at = from;
    while (at < end) {
      int count = channel.read(buffer.clear(), at);
      if (count < 0) {
        break;
      }
      at += count;
    }
    return at - from;
  }

  /** The reader ends after its step. */
  @Override
  public void close() {
    stopped = true;
  }
}
