package io.qcpruner.eval.run;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonIgnore;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.metric.Outcome;
import io.qcpruner.eval.task.Sample;
import io.qcpruner.json.OptionalField;
import java.util.List;
import java.util.Map;

/**
 * One generation: one line of {@code predictions.jsonl}. Lines with the names of earlier versions
 * are read, too.
 *
 * @param benchmark task key
 * @param profile whose prompt and scorer applied
 * @param questionId the benchmark's id
 * @param row position in the data set; with benchmark and setting it identifies the record
 * @param setting method and budget
 * @param structuralRows newlines and marks of the picture among the rows; 0 in older runs
 * @param outcome the score and what it was made from
 */
public record RunRecord(
    String benchmark,
    String profile,
    String questionId,
    int row,
    String setting,
    String prompt,
    List<String> options,
    String media,
    String text,
    @JsonAlias("new_tokens") int completionTokens,
    @JsonAlias("finish") String finishReason,
    @JsonAlias("tokens_full") int visualTokens,
    @JsonAlias("tokens_kept") int keptTokens,
    int[] rowsPerLayer,
    @OptionalField Integer structuralRows,
    Map<String, Double> ms,
    List<String> anchors,
    long peakBytes,
    Outcome outcome) {

  public RunRecord {
    structuralRows = structuralRows == null ? Integer.valueOf(0) : structuralRows;
  }

  public static RunRecord of(
      String benchmark,
      String profile,
      Sample sample,
      MethodSpec setting,
      Answer answer,
      Outcome outcome) {
    return new RunRecord(
        benchmark,
        profile,
        sample.id(),
        sample.row(),
        setting.toString(),
        sample.prompt(),
        sample.options(),
        sample.media().name(),
        answer.text(),
        answer.completionTokens(),
        answer.finishReason(),
        answer.visualTokens(),
        answer.keptTokens(),
        answer.rowsPerLayer(),
        answer.structuralRows(),
        answer.ms(),
        answer.anchors(),
        answer.peakBytes(),
        outcome);
  }

  /** What a record is about. */
  public record Key(String benchmark, int row, String setting) {}

  @JsonIgnore
  public Key key() {
    return new Key(benchmark, row, setting);
  }

  /** A copy without times and memory: equal for every run of the same sample and setting. */
  public RunRecord withoutMeasurements() {
    return with(Map.of(), 0, outcome);
  }

  /** A copy with another verdict, for judges that speak after the run. */
  public RunRecord with(Outcome other) {
    return with(ms, peakBytes, other);
  }

  private RunRecord with(Map<String, Double> otherMs, long otherPeak, Outcome otherOutcome) {
    return new RunRecord(
        benchmark,
        profile,
        questionId,
        row,
        setting,
        prompt,
        options,
        media,
        text,
        completionTokens,
        finishReason,
        visualTokens,
        keptTokens,
        rowsPerLayer,
        structuralRows,
        otherMs,
        anchors,
        otherPeak,
        otherOutcome);
  }
}
