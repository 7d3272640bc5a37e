package io.qcpruner.media;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Files under golden/, made by reference/make_media_goldens.py. */
public final class Goldens {

  private Goldens() {}

  public static byte[] bytes(String name) {
    try (InputStream in = Goldens.class.getResourceAsStream("/golden/" + name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Rows of a table, without its comments. */
  public static List<String[]> table(String name) {
    return new String(bytes(name), StandardCharsets.UTF_8)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split("\t"))
        .toList();
  }
}
