package io.qcpruner.eval.run;

/**
 * A part of a run: every count-th sample from the index-th on.
 *
 * @param index 1 to count
 */
public record Shard(int index, int count) {

  public static final Shard WHOLE = new Shard(1, 1);

  public Shard {
    if (count < 1 || index < 1 || index > count) {
      throw new IllegalArgumentException(
          "shard must be i/n with 1 <= i <= n, not " + index + "/" + count);
    }
  }

  public static Shard parse(String text) {
    String[] parts = text.split("/", -1);
    try {
      if (parts.length == 2) {
        return new Shard(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
      }
    } catch (NumberFormatException e) {
      // told below, with the whole text
    }
    throw new IllegalArgumentException("shard must be i/n, not " + text);
  }

  public boolean has(int position) {
    return position % count == index - 1;
  }

  /** The file of this shard's records; every shard has its own, so processes never share one. */
  public String fileName() {
    return count == 1 ? "predictions.jsonl" : "predictions." + index + "-of-" + count + ".jsonl";
  }

  @Override
  public String toString() {
    return index + "/" + count;
  }
}
