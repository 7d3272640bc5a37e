package io.qcpruner.media;

import java.util.Locale;
import java.util.Optional;

/** How much of a picture a model is to look at: fewer tiles or pixels take less time. */
public enum Detail {
  /** What the checkpoint's files say. */
  AUTO,
  /** The fewest tiles or pixels that the family's reference can be set to. */
  LOW,
  /** As many tiles or pixels as the checkpoint's files say. */
  HIGH;

  /** The detail of that name; empty if there is none. */
  public static Optional<Detail> named(String text) {
    for (Detail detail : values()) {
      if (detail.text().equals(text)) {
        return Optional.of(detail);
      }
    }
    return Optional.empty();
  }

  /** The name in requests and on the command line. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
