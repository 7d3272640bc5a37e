package io.qcpruner.checkpoint.hub;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A response body that must keep coming: when less than {@link #LEAST} bytes arrive in a window of
 * time, the connection is closed and the read that waits for it fails. The HTTP client itself only
 * limits the time to the first byte.
 */
final class WatchedBody extends FilterInputStream {

  /** A trickle of single bytes is as bad as silence. */
  static final long LEAST = 1024;

  private final Duration window;
  private final AtomicLong received = new AtomicLong();
  private final Thread watch;
  private volatile boolean stalled;
  private volatile boolean over;

  WatchedBody(InputStream body, Duration window) {
    super(body);
    this.window = window;
    this.watch = new Thread(this::watch, "hub-transfer-watch");
    watch.setDaemon(true);
    watch.start();
  }

  private void watch() {
    long seen = 0;
    try {
      while (!over) {
        Thread.sleep(window.toMillis());
        long now = received.get();
        if (!over && now - seen < LEAST) {
          stalled = true;
          in.close();
          return;
        }
        seen = now;
      }
    } catch (InterruptedException e) {
      // the body was closed: nothing left to watch
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      stalled = true; // the reader fails all the same
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 255;
  }

  @Override
  public int read(byte[] to, int at, int length) throws IOException {
    int got;
    try {
      got = in.read(to, at, length);
    } catch (IOException e) {
      throw stalled ? stall(e) : e;
    }
    if (stalled) {
      throw stall(null);
    }
    if (got < 0) {
      over = true;
      watch.interrupt();
    } else {
      received.addAndGet(got);
    }
    return got;
  }

  private IOException stall(IOException cause) {
    return new IOException(
        "the transfer stalled: less than " + LEAST + " bytes in " + window.toMillis() + " ms",
        cause);
  }

  @Override
  public void close() throws IOException {
    over = true;
    watch.interrupt();
    in.close();
  }
}
