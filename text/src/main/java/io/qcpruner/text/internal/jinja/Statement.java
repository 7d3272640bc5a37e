package io.qcpruner.text.internal.jinja;

import java.util.List;

/** A part of a template that writes or sets something. */
@FunctionalInterface
interface Statement {

  /** How the statement after it goes on. */
  enum Flow {
    NEXT,
    BREAK,
    CONTINUE
  }

  Flow run(Run run);

  /** One after the other. */
  static Statement all(List<Statement> body) {
    List<Statement> statements = List.copyOf(body);
    return run -> {
      for (Statement statement : statements) {
        Flow flow = statement.run(run);
        if (flow != Flow.NEXT) {
          return flow;
        }
      }
      return Flow.NEXT;
    };
  }
}
