package io.qcpruner.server.chat;

import io.qcpruner.media.MediaSource;

/**
 * A picture or clip of a request, still encoded.
 *
 * @param param where in the request it stands, for messages
 */
public record Medium(Kind kind, MediaSource source, String param) {

  /** What the request says it is; the format itself is found by content. */
  public enum Kind {
    IMAGE,
    VIDEO
  }

  /** Bytes held while the request waits. */
  public long bytes() {
    return source instanceof MediaSource.Bytes held ? held.data().length : 0;
  }
}
