package io.qcpruner.core.anchor;

/**
 * A half-open range of a text, in UTF-16 units.
 *
 * @param start first unit
 * @param end one past the last
 */
public record TextRange(int start, int end) {

  public TextRange {
    if (start < 0 || end < start) {
      throw new IllegalArgumentException("not a text range: [" + start + ", " + end + ")");
    }
  }

  public int length() {
    return end - start;
  }

  public boolean intersects(int otherStart, int otherEnd) {
    return start < otherEnd && otherStart < end;
  }

  public boolean contains(int otherStart, int otherEnd) {
    return start <= otherStart && otherEnd <= end;
  }

  public String of(String text) {
    return text.substring(start, end);
  }

  TextRange shifted(int by) {
    return new TextRange(start + by, end + by);
  }
}
