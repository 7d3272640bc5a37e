package io.qcpruner.server.chat;

import io.qcpruner.media.Detail;
import io.qcpruner.media.MediaSource;

/**
 * A picture or clip of a request, still encoded.
 *
 * @param detail how much of a picture the model is to look at
 * @param param where in the request it stands, for messages
 */
public record Medium(Kind kind, MediaSource source, Detail detail, String param) {

  /** What the request says it is; the format itself is found by content. */
  public enum Kind {
    IMAGE,
    VIDEO
  }

  /** The same with other bytes, such as those behind an address. */
  public Medium with(MediaSource other) {
    return new Medium(kind, other, detail, param);
  }

  /** Bytes held while the request waits. */
  public long bytes() {
    return source instanceof MediaSource.Bytes held ? held.data().length : 0;
  }
}
