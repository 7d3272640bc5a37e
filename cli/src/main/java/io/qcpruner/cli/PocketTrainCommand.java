package io.qcpruner.cli;

import io.qcpruner.eval.run.Heartbeat;
import io.qcpruner.model.Engine;
import io.qcpruner.pocket.PocketModel;
import io.qcpruner.pocket.internal.train.CaptionTrainer;
import io.qcpruner.pocket.internal.train.ClipScorer;
import io.qcpruner.pocket.internal.train.Curriculum;
import io.qcpruner.pocket.internal.train.HeadTrainer;
import io.qcpruner.pocket.internal.train.ModelExport;
import io.qcpruner.pocket.internal.train.Scorer;
import io.qcpruner.pocket.internal.train.TrainCheckpoint;
import io.qcpruner.pocket.internal.train.Trainer;
import io.qcpruner.pocket.question.Split;
import io.qcpruner.pocket.scene.SceneMix;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Trains the embedded model; stop it at any time and it goes on where it was. */
@Command(
    name = "train",
    description = {
      "Train the embedded model from drawn scenes.",
      "The checkpoint is written every minute; the same command goes on from it."
    },
    footer = {
      "",
      "Example:",
      "  qcpruner pocket train --checkpoint runs/pocket.safetensors --export runs/pocket"
    },
    mixinStandardHelpOptions = true)
final class PocketTrainCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--checkpoint",
      required = true,
      paramLabel = "FILE",
      description = "Weights in training: read if it exists, written every minute.")
  private Path checkpoint;

  @Option(
      names = "--seed",
      defaultValue = "1",
      description = "Seed of the starting weights (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--threads",
      defaultValue = "2",
      description = "Threads of the arithmetic (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--level",
      paramLabel = "NAME",
      description =
          "Start at the beginning of this level: tower, few, some, many, whole, classes, depths,"
              + " settle, late or even; for clips one, all or late-clips.")
  private String level;

  @Option(
      names = "--clips",
      description =
          "Train a model for clips, in the layout of LLaVA-Video, from the embedded model.")
  private boolean clips;

  @Option(names = "--last", paramLabel = "NAME", description = "End with this level.")
  private String last;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      description =
          "Distribute this many minutes over the remaining levels, instead of their steps.")
  private Integer minutes;

  @Option(
      names = "--log",
      paramLabel = "FILE",
      description = "Append the progress lines to this file too.")
  private Path log;

  @Option(
      names = "--export",
      paramLabel = "DIR",
      description = "Write the model directory there when training is done.")
  private Path export;

  @Option(
      names = "--import-embedded",
      description = "Begin with the weights of the embedded model, if there is no checkpoint yet.")
  private boolean importEmbedded;

  @Option(
      names = "--score",
      paramLabel = "N",
      description = "Afterwards score N test questions of each family, also with nothing to see.")
  private int score;

  @Option(
      names = "--captions-only",
      paramLabel = "STEPS",
      description =
          "Train the text tower and its projections alone for this many steps, with --clips the pooling"
              + " head after the tower; all else stays.")
  private int captionSteps;

  @Option(names = "--export-only", description = "Write the model directory without training.")
  private boolean exportOnly;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (exportOnly && export == null) {
      throw new IllegalArgumentException("--export-only needs --export DIR");
    }
    if (clips && importEmbedded) {
      throw new IllegalArgumentException("--clips starts from the embedded model by itself");
    }
    if (importEmbedded && !Files.exists(checkpoint)) {
      TrainCheckpoint.fromModel(PocketModel.unpack(), checkpoint);
    }
    if (captionSteps > 0) {
      captions();
    } else if (!exportOnly) {
      train();
    }
    if (score > 0) {
      score();
    }
    if (export != null) {
      if (clips) {
        ModelExport.writeClips(checkpoint, export);
      } else {
        ModelExport.write(checkpoint, export);
      }
      spec.commandLine().getOut().println("model written to " + export);
    }
    return 0;
  }

  private void captions() throws IOException {
    Engine.useThreads(threads);
    if (clips) {
      try (HeadTrainer trainer = new HeadTrainer(checkpoint, seed, this::say)) {
        trainer.run(captionSteps);
      }
    } else {
      try (CaptionTrainer trainer = new CaptionTrainer(checkpoint, seed, this::say)) {
        trainer.run(captionSteps);
      }
    }
  }

  private void train() throws IOException, InterruptedException {
    Engine.useThreads(threads);
    Curriculum curriculum = clips ? Curriculum.clips() : Curriculum.standard();
    if (last != null) {
      curriculum = curriculum.upTo(last);
    }
    PrintWriter out = spec.commandLine().getOut();
    try (Heartbeat heartbeat = new Heartbeat(Heartbeat.QUIET, () -> remind(out));
        Trainer trainer = trainer(line -> say(line, heartbeat))) {
      if (level != null) {
        trainer.jumpTo(curriculum.indexOf(level));
      }
      trainer.run(curriculum, Optional.ofNullable(minutes).map(Duration::ofMinutes));
    }
  }

  private Trainer trainer(Consumer<String> lines) throws IOException {
    return clips ? Trainer.ofClips(checkpoint, seed, lines) : new Trainer(checkpoint, seed, lines);
  }

  private void score() throws IOException {
    if (clips) {
      try (ClipScorer scorer = new ClipScorer(checkpoint)) {
        say(scorer.score(Split.TEST, score, false), scorer.score(Split.TEST, score, true));
      }
    } else {
      try (Scorer scorer = new Scorer(checkpoint)) {
        say(scorer.score(Split.TEST, score, false), scorer.score(Split.TEST, score, true));
        say("anywhere", scorer.score(Split.TEST, score, false, SceneMix.ANYWHERE));
        say("later turns", scorer.scoreLaterTurns(Split.TEST, score));
      }
    }
  }

  private void say(Map<String, int[]> seen, Map<String, int[]> blank) {
    seen.forEach(
        (family, hits) ->
            say("%-10s %s, blank %s".formatted(family, share(hits), share(blank.get(family)))));
  }

  /** One line: the mean over the families, and each of them. */
  private void say(String what, Map<String, int[]> families) {
    double mean =
        families.values().stream().mapToDouble(h -> 100.0 * h[0] / h[1]).average().orElseThrow();
    StringBuilder line = new StringBuilder("%-10s %.1f %%:".formatted(what, mean));
    families.forEach(
        (family, hits) -> line.append(" ").append(family).append(" ").append(share(hits)));
    say(line.toString());
  }

  private static String share(int[] hits) {
    return String.format(Locale.ROOT, "%.1f %% of %d", 100.0 * hits[0] / hits[1], hits[1]);
  }

  private void say(String line, Heartbeat heartbeat) {
    say(line);
    heartbeat.touch();
  }

  private static void remind(PrintWriter out) {
    out.println("... training");
    out.flush();
  }

  private void say(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
    if (log != null) {
      try {
        Files.writeString(log, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }
  }
}
