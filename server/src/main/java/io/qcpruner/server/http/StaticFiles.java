package io.qcpruner.server.http;

import io.qcpruner.json.Sha256;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The page's files, read from the jar once. Only listed names exist. */
final class StaticFiles {
  private static final int ETAG_DIGITS = 16;
  private static final String ROOT = "/io/qcpruner/server/";
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:;"
          + " media-src 'self' blob:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  /** Names under {@code /ui/}. */
  static final List<String> PAGE =
      List.of(
          "index.html",
          "style.css",
          "app.js",
          "api.js",
          "column.js",
          "compare.js",
          "preview.js",
          "talk.js",
          "curves.js",
          "chart.js",
          "sheet.js",
          "save.js",
          "status.js",
          "overlay.js",
          "numbers.js",
          "snippets.js",
          "picture.js",
          "keys.js",
          "pure.js",
          "pure-test.html",
          "pure-test.js");

  private record File(String type, Buffer content, String etag) {}

  private final Map<String, File> files = new LinkedHashMap<>();

  StaticFiles(boolean page) {
    files.put("/openapi.yaml", read("openapi.yaml", "application/yaml; charset=utf-8"));
    if (page) {
      for (String name : PAGE) {
        files.put("/ui/" + name, read("ui/" + name, type(name)));
      }
      files.put("/", files.get("/ui/index.html"));
    }
  }

  boolean has(String path) {
    return files.containsKey(path);
  }

  void send(Exchange exchange, String path) {
    File file = Optional.ofNullable(files.get(path)).orElseThrow();
    exchange
        .response()
        .putHeader("Content-Security-Policy", POLICY)
        .putHeader("Referrer-Policy", "no-referrer")
        .putHeader("Cache-Control", "no-cache")
        .putHeader("ETag", file.etag);
    boolean same = file.etag.equals(exchange.request().getHeader("If-None-Match"));
    if (same) {
      exchange.response().setStatusCode(304).end();
    } else {
      exchange.send(200, file.type, file.content);
    }
  }

  private static String type(String name) {
    String end = name.substring(name.lastIndexOf('.') + 1);
    return switch (end) {
      case "html" -> "text/html; charset=utf-8";
      case "css" -> "text/css; charset=utf-8";
      case "js" -> "text/javascript; charset=utf-8";
      default -> throw new IllegalArgumentException("no type for " + name);
    };
  }

  private static File read(String name, String type) {
    try (InputStream in = StaticFiles.class.getResourceAsStream(ROOT + name)) {
      if (in == null) {
        throw new IllegalStateException("the server lacks " + name);
      }
      byte[] bytes = in.readAllBytes();
      String etag = '"' + Sha256.hex(bytes).substring(0, ETAG_DIGITS) + '"';
      return new File(type, Buffer.buffer(bytes), etag);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
