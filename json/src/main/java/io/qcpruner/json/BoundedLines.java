package io.qcpruner.json;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads a file line by line with a bound on each, so that a file without line ends is refused. */
public final class BoundedLines {

  /** Longest line; no record or question comes near. */
  public static final int MAX_LINE = 64 << 20;

  private BoundedLines() {}

  /** Takes the lines of a file. */
  @FunctionalInterface
  public interface Taker {

    /**
     * @param line without its end
     * @param number from 1
     * @param offset of the line's first byte
     */
    void take(byte[] line, int number, long offset) throws IOException;
  }

  /**
   * Hands over every line that has an end.
   *
   * @param tail whether to hand over what follows the last line end, too
   * @return bytes of all lines that were handed over
   */
  public static long read(Path file, boolean tail, Taker taker) throws IOException {
    long whole = 0;
    int number = 0;
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
      for (int b = in.read(); b >= 0; b = in.read()) {
        if (b != '\n') {
          if (line.size() == MAX_LINE) {
            throw new JsonException(
                file + " line " + (number + 1), "has more than " + MAX_LINE + " bytes");
          }
          line.write(b);
          continue;
        }
        taker.take(line.toByteArray(), ++number, whole);
        whole += line.size() + 1;
        line.reset();
      }
    }
    if (tail && line.size() > 0) {
      taker.take(line.toByteArray(), number + 1, whole);
      whole += line.size();
    }
    return whole;
  }
}
