package io.qcpruner.text.internal.grammar;

/** A JSON schema that no answer can be held to; names the place in it. */
public final class SchemaException extends Exception {
  private static final long serialVersionUID = 1L;

  /** {@code path} is empty for the schema as a whole. */
  SchemaException(String path, String problem) {
    super((path.isEmpty() ? "the schema" : "the schema at " + path) + " " + problem);
  }
}
