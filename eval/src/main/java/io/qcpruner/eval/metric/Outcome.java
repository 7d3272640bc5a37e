package io.qcpruner.eval.metric;

import java.util.List;

/**
 * What became of one answer: all that a metric needs, so that a score can be made from stored
 * outcomes without the data set.
 *
 * @param unit what is drawn as a whole when scores are resampled: usually the sample, for MME the
 *     picture, for MMBench the circular group
 * @param group the category of the benchmark's own breakdown, empty if it has none
 * @param tags further categories; a sample may have several
 * @param score credit of this answer, 0 to 1
 * @param parsed false when the official rules found no answer in the text
 * @param predicted the answer after cleaning
 * @param gold what was expected, for the reader of a record
 */
public record Outcome(
    String unit,
    String group,
    List<String> tags,
    double score,
    boolean parsed,
    String predicted,
    String gold) {

  public Outcome {
    if (unit == null || group == null || tags == null || tags.stream().anyMatch(t -> t == null)) {
      throw new IllegalArgumentException("an outcome needs unit, group and tags");
    }
    tags = List.copyOf(tags);
    if (!(score >= 0 && score <= 1)) {
      throw new IllegalArgumentException("score must be in [0, 1], not " + score);
    }
  }

  /** An outcome without categories whose unit is the sample. */
  public static Outcome of(String unit, boolean right, String predicted, String gold) {
    return new Outcome(unit, "", List.of(), right ? 1 : 0, true, predicted, gold);
  }

  public Outcome inGroup(String name) {
    return new Outcome(unit, name, tags, score, parsed, predicted, gold);
  }

  public Outcome tagged(List<String> names) {
    return new Outcome(unit, group, names, score, parsed, predicted, gold);
  }

  public Outcome unparsed() {
    return new Outcome(unit, group, tags, score, false, predicted, gold);
  }
}
