package io.qcpruner.pocket.internal.token;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The words that are one token each: a resource, because the weights depend on its order. */
public final class Words {

  private static final String RESOURCE = "/io/qcpruner/pocket/words.txt";

  private Words() {}

  public static List<String> load() {
    try (InputStream in = Words.class.getResourceAsStream(RESOURCE)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
