package io.qcpruner.eval.task;

import io.qcpruner.eval.data.Media;
import java.util.List;

/**
 * One question of a benchmark, ready to be asked.
 *
 * @param id the benchmark's own id, not always unique
 * @param row position in the data set, unique
 * @param prompt the text of the user's turn, without chat template
 * @param options option texts of multiple-choice questions
 * @param golds reference answers; empty when a server scores the benchmark
 * @param unit resampling unit, see {@link io.qcpruner.eval.metric.Outcome}
 * @param group category of the benchmark's breakdown
 * @param tags further categories
 */
public record Sample(
    String id,
    int row,
    String prompt,
    List<String> options,
    List<String> golds,
    String unit,
    String group,
    List<String> tags,
    Media media) {

  public Sample {
    options = List.copyOf(options);
    golds = List.copyOf(golds);
    tags = List.copyOf(tags);
  }

  public static Sample of(String id, int row, String prompt, Media media) {
    return new Sample(
        id, row, prompt, List.of(), List.of(), Integer.toString(row), "", List.of(), media);
  }

  public Sample options(List<String> texts) {
    return new Sample(id, row, prompt, texts, golds, unit, group, tags, media);
  }

  public Sample golds(List<String> answers) {
    return new Sample(id, row, prompt, options, answers, unit, group, tags, media);
  }

  public Sample gold(String answer) {
    return golds(List.of(answer));
  }

  public Sample unit(String name) {
    return new Sample(id, row, prompt, options, golds, name, group, tags, media);
  }

  public Sample group(String name) {
    return new Sample(id, row, prompt, options, golds, unit, name, tags, media);
  }

  public Sample tags(List<String> names) {
    return new Sample(id, row, prompt, options, golds, unit, group, names, media);
  }

  /** The only reference answer, or nothing for benchmarks that a server scores. */
  public String gold() {
    return golds.isEmpty() ? "" : golds.get(0);
  }
}
