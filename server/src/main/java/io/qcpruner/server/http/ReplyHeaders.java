package io.qcpruner.server.http;

import io.qcpruner.server.chat.ChatRequest;
import io.qcpruner.server.chat.PruningFacts;
import io.vertx.core.http.HttpServerResponse;
import java.util.stream.Collectors;

/** Headers that carry the counts to clients which drop unknown fields. */
final class ReplyHeaders {
  /** What scripts of allowed sites may read, besides what browsers show anyway. */
  static final String NAMES =
      "x-request-id, x-pruning-method, x-visual-tokens, x-ignored-parameters, Retry-After";

  private static final int MAX_NAMES = 16;
  private static final int LONGEST_NAME = 64;

  private ReplyHeaders() {}

  static void put(HttpServerResponse response, ChatRequest request, PruningFacts facts) {
    response.putHeader("x-pruning-method", facts.method().name());
    response.putHeader(
        "x-visual-tokens", facts.counts().keptTokens() + "/" + facts.counts().visualTokens());
    putIgnored(response, request);
  }

  static void putIgnored(HttpServerResponse response, ChatRequest request) {
    String names =
        request.ignored().stream()
            .map(name -> name.replaceAll("[^A-Za-z0-9_.-]", ""))
            .filter(name -> !name.isEmpty())
            .map(name -> name.substring(0, Math.min(LONGEST_NAME, name.length())))
            .limit(MAX_NAMES)
            .collect(Collectors.joining(", "));
    if (!names.isEmpty()) {
      response.putHeader("x-ignored-parameters", names);
    }
  }
}
