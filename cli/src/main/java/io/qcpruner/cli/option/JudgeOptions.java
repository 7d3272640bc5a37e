package io.qcpruner.cli.option;

import io.qcpruner.eval.judge.CachedJudge;
import io.qcpruner.eval.judge.ChatEndpoint;
import io.qcpruner.eval.judge.Judge;
import io.qcpruner.eval.judge.JudgedVerdicts;
import io.qcpruner.eval.judge.MmVetGrader;
import io.qcpruner.eval.judge.MmbenchMatcher;
import io.qcpruner.eval.report.ScoreBook;
import io.qcpruner.eval.task.TaskCatalog;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** A language model that grades answers. */
public final class JudgeOptions {

  private static final int TRIES = 5;
  private static final Duration PAUSE = Duration.ofSeconds(3);

  @Option(
      names = "--judge",
      paramLabel = "URL",
      description = "OpenAI-compatible endpoint that grades MMVet and unclear MMBench answers.")
  private URI address;

  @Option(
      names = "--judge-model",
      paramLabel = "NAME",
      defaultValue = "gpt-4-0613",
      description = "Model name of the judge (default: ${DEFAULT-VALUE}).")
  private String name;

  @Option(
      names = "--judge-key-env",
      paramLabel = "VARIABLE",
      defaultValue = "OPENAI_API_KEY",
      description = "Environment variable with the judge's key (default: ${DEFAULT-VALUE}).")
  private String keyVariable;

  @Option(
      names = "--judge-prompt",
      paramLabel = "FILE",
      description = "Official wording of the MMVet table, instead of ours.")
  private Path wording;

  /** Judged verdicts when there is a judge or remembered judgments, else those of the run. */
  public ScoreBook.Verdicts verdicts(TaskCatalog catalog, Path run) throws IOException {
    Path file = run.resolve("judgments.jsonl");
    if (address == null && !Files.exists(file)) {
      return ScoreBook.Verdicts.ofRun(catalog);
    }
    Optional<Judge> endpoint = Optional.empty();
    if (address != null) {
      String key = Optional.ofNullable(System.getenv(keyVariable)).orElse("");
      endpoint = Optional.of(new ChatEndpoint(address, name, key, TRIES, PAUSE));
    }
    Judge judge = new CachedJudge(file, name, endpoint);
    return new JudgedVerdicts(
        catalog, new MmVetGrader(judge, Optional.ofNullable(wording)), new MmbenchMatcher(judge));
  }
}
