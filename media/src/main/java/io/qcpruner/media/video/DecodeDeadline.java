package io.qcpruner.media.video;

import io.qcpruner.media.MediaException;
import java.time.Duration;

/** A moment after which work on a clip stops. */
final class DecodeDeadline {

  private final Duration allowed;
  private final long end;

  DecodeDeadline(Duration allowed) {
    this.allowed = allowed;
    this.end = System.nanoTime() + allowed.toNanos();
  }

  void check(String source) throws MediaException {
    if (System.nanoTime() - end > 0) {
      throw new MediaException(source, "decoding takes longer than " + allowed.toSeconds() + " s");
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new MediaException(source, "decoding was interrupted");
    }
  }
}
