package io.qcpruner.spark;

import java.io.PrintStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.ExceptionFailure;
import org.apache.spark.TaskFailedReason;
import org.apache.spark.TaskKilled;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorAdded;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** Who works for a run: executors that joined, answered and were lost, and batches that failed. */
final class ExecutorRegister extends SparkListener {

  private final PrintStream out;
  private final Map<String, Entry> executors = new LinkedHashMap<>();
  private final Map<Integer, String> firstFailures = new HashMap<>();
  private int repeated;
  private boolean finished;

  ExecutorRegister(PrintStream out) {
    this.out = out;
  }

  /** One executor; facts are unknown until it has answered. */
  private static final class Entry {
    private String host;
    private ExecutorFacts facts;
    private int answers;
    private String lost;
  }

  /**
   * One executor as {@code executors.json} has it.
   *
   * @param lost when and why it was lost, null if it was not
   */
  record Line(
      String id,
      String host,
      Long pid,
      String java,
      Integer cores,
      String cpu,
      String blas,
      String version,
      int answers,
      String lost) {}

  @Override
  public synchronized void onExecutorAdded(SparkListenerExecutorAdded event) {
    entry(event.executorId()).host = event.executorInfo().executorHost();
  }

  @Override
  public synchronized void onExecutorRemoved(SparkListenerExecutorRemoved event) {
    Entry entry = entry(event.executorId());
    if (finished || entry.lost != null) {
      return;
    }
    String reason = event.reason().lines().findFirst().orElse("unknown");
    entry.lost = Instant.ofEpochMilli(event.time()).truncatedTo(ChronoUnit.SECONDS) + ": " + reason;
    out.println(
        "executor "
            + event.executorId()
            + " on "
            + entry.host
            + " is lost ("
            + reason
            + "); its batches are run again elsewhere");
  }

  @Override
  public synchronized void onTaskEnd(SparkListenerTaskEnd event) {
    if (finished || !(event.reason() instanceof TaskFailedReason failed)) {
      return;
    }
    if (failed instanceof TaskKilled) {
      // the slower copy of a batch, or a run that was stopped
      return;
    }
    repeated++;
    String text =
        failed instanceof ExceptionFailure thrown
            ? thrown.description()
            : failed.toErrorString().lines().findFirst().orElse("unknown");
    firstFailures.putIfAbsent(event.taskInfo().index(), text);
  }

  synchronized void met(ExecutorFacts facts) {
    Entry entry = entry(facts.id());
    entry.host = facts.host();
    entry.facts = facts;
  }

  synchronized void answered(ExecutorFacts facts, int answers) {
    met(facts);
    entry(facts.id()).answers += answers;
  }

  private Entry entry(String id) {
    return executors.computeIfAbsent(id, name -> new Entry());
  }

  synchronized int alive() {
    return (int) executors.values().stream().filter(entry -> entry.lost == null).count();
  }

  synchronized int lost() {
    return (int) executors.values().stream().filter(entry -> entry.lost != null).count();
  }

  synchronized int all() {
    return executors.size();
  }

  /** Whether every executor that is alive has said what it is. */
  synchronized boolean complete() {
    return executors.values().stream().allMatch(e -> e.facts != null || e.lost != null)
        && !executors.isEmpty();
  }

  synchronized int repeated() {
    return repeated;
  }

  /** Why a batch failed the first time. */
  synchronized Optional<String> firstFailure(int batch) {
    return Optional.ofNullable(firstFailures.get(batch));
  }

  /** What happens from now on is the end of the application, not a loss. */
  synchronized void finish() {
    finished = true;
  }

  synchronized List<Line> lines() {
    List<Line> lines = new ArrayList<>();
    executors.forEach(
        (id, e) -> {
          ExecutorFacts f = e.facts;
          lines.add(
              f == null
                  ? new Line(id, e.host, null, null, null, null, null, null, 0, e.lost)
                  : new Line(
                      id,
                      e.host,
                      f.pid(),
                      f.java(),
                      f.cores(),
                      f.cpu(),
                      f.blas(),
                      f.version(),
                      e.answers,
                      e.lost));
        });
    return lines;
  }

  /** What may make answers differ from those of a local run. */
  synchronized List<String> warnings() {
    List<ExecutorFacts> known =
        executors.values().stream().map(e -> e.facts).filter(f -> f != null).toList();
    List<String> warnings = new ArrayList<>();
    differ(warnings, known, "processors", ExecutorFacts::cpu);
    differ(warnings, known, "BLAS libraries", ExecutorFacts::blas);
    differ(warnings, known, "Java versions", ExecutorFacts::java);
    differ(warnings, known, "program versions", ExecutorFacts::version);
    return warnings;
  }

  private static void differ(
      List<String> warnings,
      List<ExecutorFacts> known,
      String what,
      java.util.function.Function<ExecutorFacts, String> fact) {
    Map<String, String> hosts = new LinkedHashMap<>();
    known.forEach(f -> hosts.putIfAbsent(fact.apply(f), f.host()));
    if (hosts.size() > 1) {
      List<String> places = new ArrayList<>();
      hosts.forEach((value, host) -> places.add(value + " on " + host));
      warnings.add(
          what
              + " differ: "
              + String.join(", ", places)
              + "; single answers may differ from a local run");
    }
  }
}
