package io.qcpruner.text.internal.grammar;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * The texts that an answer may be, as a grammar over UTF-8 bytes. Immutable and safe for many
 * threads.
 */
public final class Grammar {
  private final Node start;
  private final Set<Node> finite;

  private Grammar(Node start, Set<Node> finite) {
    this.start = start;
    this.finite = finite;
  }

  /** Any JSON object. */
  public static Grammar jsonObject() {
    JsonRules rules = new JsonRules();
    return finite(JsonRules.optionalSpace(new Node.Call(rules.object(), Node.END)));
  }

  /**
   * JSON that fits a schema.
   *
   * @throws SchemaException for a schema that is broken, fits no finite value, or says something
   *     that this grammar can't hold an answer to
   */
  public static Grammar ofSchema(JsonNode schema) throws SchemaException {
    Rule root = new SchemaCompiler(schema).root();
    Grammar grammar = finite(JsonRules.optionalSpace(new Node.Call(root, Node.END)));
    if (!grammar.isFinite(grammar.start)) {
      throw new SchemaException("", "fits no finite value");
    }
    return grammar;
  }

  private static Grammar finite(Node start) {
    return new Grammar(start, FinitePlaces.of(start));
  }

  Node start() {
    return start;
  }

  /** Whether the end can be reached from a place, so that entering it is not a dead end. */
  boolean isFinite(Node node) {
    return finite.contains(node);
  }

  static Set<Node> identitySet() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }
}
