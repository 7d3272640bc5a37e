package io.qcpruner.eval.report;

import io.qcpruner.eval.cost.PrefillFlops;
import io.qcpruner.eval.run.RunRecord;
import java.util.Map;
import java.util.TreeMap;

/** Sums over the records of one task and setting. */
public final class CostSums {

  private int samples;
  private double flops;
  private double paperFlops;
  private double tokensKept;
  private double tokensFull;
  private long peakBytes;
  private final Map<String, Double> ms = new TreeMap<>();

  void add(RunRecord record, PrefillFlops decoder) {
    // a sample whose medium was broken has no cost
    if (record.rowsPerLayer().length == 0) {
      return;
    }
    samples++;
    flops += decoder.measured(record.rowsPerLayer());
    int structural = record.keptTokens() < record.visualTokens() ? record.structuralRows() : 0;
    paperFlops += decoder.paper(record.rowsPerLayer(), structural);
    tokensKept += record.keptTokens();
    tokensFull += record.visualTokens();
    peakBytes = Math.max(peakBytes, record.peakBytes());
    record.ms().forEach((stage, time) -> ms.merge(stage, time, Double::sum));
  }

  public int samples() {
    return samples;
  }

  /** Mean prefill FLOPs from the rows that really entered each layer. */
  public double flops() {
    return flops / samples;
  }

  /** The FLOPs in the paper's counting ({@link PrefillFlops#paper}). */
  public double paperFlops() {
    return paperFlops / samples;
  }

  public double tokensKept() {
    return tokensKept / samples;
  }

  public double tokensFull() {
    return tokensFull / samples;
  }

  public long peakBytes() {
    return peakBytes;
  }

  /** Mean milliseconds of a stage, NaN if it was not measured. */
  public double ms(String stage) {
    return ms.containsKey(stage) ? ms.get(stage) / samples : Double.NaN;
  }

  /** Mean milliseconds per stage. */
  public Map<String, Double> stages() {
    Map<String, Double> means = new TreeMap<>();
    ms.forEach((stage, sum) -> means.put(stage, sum / samples));
    return means;
  }
}
