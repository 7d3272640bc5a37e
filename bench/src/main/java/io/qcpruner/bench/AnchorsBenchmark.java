package io.qcpruner.bench;

import io.qcpruner.cli.bench.AnchorsBench;
import io.qcpruner.core.anchor.AnchorFinder;
import io.qcpruner.core.anchor.AnchorSettings;
import io.qcpruner.core.anchor.Keyword;
import io.qcpruner.text.internal.keyword.AnchorFinders;
import io.qcpruner.text.internal.keyword.KeywordModels;
import io.qcpruner.text.internal.keyword.StaticModel;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Keywords of thirty-word prompts, and loading of the embedded word vectors. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class AnchorsBenchmark {

  private final List<String> questions = AnchorsBench.questions();
  private final AnchorFinder finder =
      AnchorFinders.of(AnchorSettings.ofPaper(), KeywordModels.embedded());
  private int next;

  @Benchmark
  public List<Keyword> keywords() {
    next = (next + 1) % questions.size();
    return finder.keywords(questions.get(next));
  }

  @Benchmark
  public StaticModel load() {
    return KeywordModels.embedded();
  }
}
