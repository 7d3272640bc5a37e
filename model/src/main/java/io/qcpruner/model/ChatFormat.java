package io.qcpruner.model;

import java.nio.file.Path;

/** Which chat format the prompts of a model are written in. */
public sealed interface ChatFormat {

  /** The checkpoint's own chat template; the family's format where it has none for pictures. */
  ChatFormat CHECKPOINT = new Checkpoint();

  /** The format of the family's published evaluation. */
  ChatFormat FAMILY = new Family();

  /** {@link #CHECKPOINT}. */
  record Checkpoint() implements ChatFormat {}

  /** {@link #FAMILY}. */
  record Family() implements ChatFormat {}

  /** A chat template in the Jinja language. */
  record File(Path path) implements ChatFormat {}

  /** {@code checkpoint}, {@code family}, or else the path of a template. */
  static ChatFormat parse(String text) {
    return switch (text) {
      case "checkpoint" -> CHECKPOINT;
      case "family" -> FAMILY;
      default -> new File(Path.of(text));
    };
  }
}
