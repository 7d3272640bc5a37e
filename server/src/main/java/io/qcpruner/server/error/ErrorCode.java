package io.qcpruner.server.error;

import java.util.Locale;

/** Every way a request can fail, with its status and OpenAI's type; the name is the wire code. */
public enum ErrorCode {
  INVALID_JSON(400, "invalid_request_error"),
  INVALID_VALUE(400, "invalid_request_error"),
  MISSING_FIELD(400, "invalid_request_error"),
  UNSUPPORTED_PARAMETER(400, "invalid_request_error"),
  UNSUPPORTED_CONTENT(400, "invalid_request_error"),
  TOO_MANY_MEDIA(400, "invalid_request_error"),
  REMOTE_MEDIA_DISABLED(400, "invalid_request_error"),
  INVALID_IMAGE(400, "invalid_request_error"),
  INVALID_PRUNING(400, "invalid_request_error"),
  UNSUPPORTED_METHOD(400, "invalid_request_error"),
  CONTEXT_LENGTH_EXCEEDED(400, "invalid_request_error"),
  INVALID_HTTP(400, "invalid_request_error"),
  INVALID_API_KEY(401, "authentication_error"),
  ORIGIN_NOT_ALLOWED(403, "permission_error"),
  HOST_NOT_ALLOWED(403, "permission_error"),
  MODEL_NOT_FOUND(404, "not_found_error"),
  ROUTE_NOT_FOUND(404, "not_found_error"),
  METHOD_NOT_ALLOWED(405, "not_found_error"),
  SLOW_REQUEST(408, "timeout_error"),
  BODY_TOO_LARGE(413, "invalid_request_error"),
  CONTENT_TYPE(415, "invalid_request_error"),
  MEDIA_FETCH_FAILED(422, "invalid_request_error"),
  QUEUE_FULL(429, "rate_limit_error"),
  CLIENT_QUEUE_FULL(429, "rate_limit_error"),
  HEADERS_TOO_LARGE(431, "invalid_request_error"),
  INTERNAL_ERROR(500, "server_error"),
  LOADING(503, "unavailable_error"),
  DRAINING(503, "unavailable_error"),
  QUEUE_TIMEOUT(503, "unavailable_error"),
  OUT_OF_MEMORY(503, "unavailable_error"),
  BUSY(503, "unavailable_error"),
  MODEL_CHANGED(503, "unavailable_error"),
  REQUEST_TIMEOUT(504, "timeout_error"),
  HTTP_VERSION(505, "invalid_request_error");

  private final int status;
  private final String type;

  ErrorCode(int status, String type) {
    this.status = status;
    this.type = type;
  }

  public int status() {
    return status;
  }

  public String type() {
    return type;
  }

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether the same request may succeed later, so that the reply says when to try again. */
  public boolean retryLater() {
    return status == 429 || status == 503;
  }

  /** Whether the connection is closed because the rest of the request was not read. */
  public boolean closes() {
    return status == 408
        || status == 413
        || status == 431
        || status == 505
        || this == DRAINING
        || this == BUSY;
  }
}
