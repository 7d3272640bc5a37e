package io.qcpruner.eval.judge;

import io.qcpruner.eval.metric.Outcome;
import io.qcpruner.eval.report.ScoreBook;
import io.qcpruner.eval.run.RunRecord;
import io.qcpruner.eval.task.Questions;
import io.qcpruner.eval.task.TaskCatalog;
import java.io.IOException;
import java.util.Optional;

/** The verdicts of a run, with a judge for MMVet and for MMBench answers without a letter. */
public final class JudgedVerdicts implements ScoreBook.Verdicts {

  private final ScoreBook.Verdicts run;
  private final MmVetGrader grader;
  private final MmbenchMatcher matcher;

  public JudgedVerdicts(TaskCatalog catalog, MmVetGrader grader, MmbenchMatcher matcher) {
    this.run = ScoreBook.Verdicts.ofRun(catalog);
    this.grader = grader;
    this.matcher = matcher;
  }

  @Override
  public Optional<Outcome> of(RunRecord record) throws IOException {
    Outcome outcome = record.outcome();
    if (record.benchmark().equals("mmvet")) {
      double grade = grader.grade(record.prompt(), outcome.gold(), record.text());
      return Optional.of(verdict(outcome, grade, record.text()));
    }
    if (record.benchmark().startsWith("mmbench") && !outcome.parsed()) {
      Optional<String> letter =
          matcher.match(Questions.withoutOptions(record.prompt()), record.options(), record.text());
      if (letter.isPresent()) {
        boolean right = letter.get().equals(outcome.gold());
        return Optional.of(verdict(outcome, right ? 1 : 0, letter.get()));
      }
    }
    return run.of(record);
  }

  private static Outcome verdict(Outcome outcome, double score, String predicted) {
    return new Outcome(
        outcome.unit(), outcome.group(), outcome.tags(), score, true, predicted, outcome.gold());
  }
}
