package io.qcpruner.server.error;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Writes all error bodies; nothing else does, so that no foreign text can leak through a route. */
public final class ErrorJson {

  private ErrorJson() {}

  public static String of(RequestException problem) {
    return of(problem.code(), problem.param(), problem.getMessage());
  }

  /** The body of a failure that is our bug: nothing but the id under which the log has it. */
  public static String internal(String requestId) {
    return of(
        ErrorCode.INTERNAL_ERROR,
        null,
        "The server failed on this request; its log has the reason under " + requestId + ".");
  }

  private static String of(ErrorCode code, String param, String message) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.putObject("error")
        .put("message", message)
        .put("type", code.type())
        .put("param", param)
        .put("code", code.wire());
    return root.toString();
  }
}
