package io.qcpruner.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Code in the documentation, so that tests run the very lines that people copy. */
public final class DocCode {
  private static final String FENCE = "```";

  private DocCode() {}

  /**
   * The first block of a page that holds a text.
   *
   * @param language as after the fence, empty for none
   */
  public static String block(Path page, String language, String holding) throws IOException {
    String[] parts = Files.readString(page).split("(?m)^" + FENCE);
    for (int i = 1; i < parts.length; i += 2) {
      int line = parts[i].indexOf('\n');
      if (parts[i].substring(0, line).equals(language) && parts[i].contains(holding)) {
        return parts[i].substring(line + 1);
      }
    }
    throw new IOException(page + " has no block of " + language + " with " + holding);
  }
}
