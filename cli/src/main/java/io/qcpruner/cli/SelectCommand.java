package io.qcpruner.cli;

import io.qcpruner.cli.select.SelectionJson;
import io.qcpruner.cli.select.SelectionText;
import io.qcpruner.cli.select.SelectorFile;
import io.qcpruner.cli.select.SelectorNames;
import io.qcpruner.core.objective.Certificate;
import io.qcpruner.core.objective.Greedy;
import io.qcpruner.core.objective.LazyGreedy;
import io.qcpruner.core.objective.StochasticGreedy;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.Budgets;
import io.qcpruner.core.select.CoverageSelector;
import io.qcpruner.core.select.Selection;
import io.qcpruner.core.select.Selector;
import io.qcpruner.core.select.SelectorInput;
import io.qcpruner.core.select.SelectorOptions;
import io.qcpruner.core.select.Selectors;
import io.qcpruner.core.select.ShareRule;
import io.qcpruner.core.select.Ties;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Keeps K of N tokens given in a file: the selectors for any language. Loads no tensor engine. */
@Command(
    name = "select",
    description = {
      "Choose tokens from a safetensors file and print which are kept.",
      "The file holds features [N,d] or affinity [N,N] (symmetric), utility [N] in 0..1 and, for"
          + " mmtok-style, anchor_cosine [m,N]."
    },
    footer = {
      "",
      "Example:",
      "  qcpruner select tokens.safetensors --budget 64 --rho 0.4 --explain --json"
    },
    mixinStandardHelpOptions = true)
final class SelectCommand implements Callable<Integer> {

  @Parameters(paramLabel = "FILE", description = "The safetensors file.")
  private Path file;

  @Option(
      names = {"-b", "--budget"},
      paramLabel = "B",
      required = true,
      description =
          "How many to keep: 64, 0.25, 25%%, or auto:0.9 for the fewest that reach 90%% of the"
              + " full coverage.")
  private String budget;

  @Option(
      names = {"-s", "--selector"},
      paramLabel = "NAME",
      defaultValue = "coverage",
      completionCandidates = SelectorNames.class,
      description = "One of ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private String selector;

  @Option(
      names = "--rho",
      paramLabel = "R",
      defaultValue = "0",
      description = "Utility floor in 0..1 (default: ${DEFAULT-VALUE}).")
  private float rho;

  @Option(
      names = "--lambda",
      paramLabel = "L",
      defaultValue = "0.5",
      description = "Relevance against redundancy in mmr (default: ${DEFAULT-VALUE}).")
  private float lambda;

  @Option(
      names = "--text-temperature",
      paramLabel = "TAU",
      defaultValue = "0.02",
      description = "tau_tv of the mmtok selectors (default: ${DEFAULT-VALUE}).")
  private float textTemperature;

  @Option(
      names = "--ties",
      paramLabel = "RULE",
      defaultValue = "visual",
      description =
          "What coverage keeps once nothing adds to it: visual (goes on with visual-only coverage) or"
              + " lowest (index) (default: ${DEFAULT-VALUE}).")
  private Ties ties;

  @Option(
      names = "--tiled",
      description = "Coverage: never build the N x N matrix, compute it from the features.")
  private boolean tiled;

  @Option(
      names = "--stochastic",
      paramLabel = "EPSILON",
      description = "Coverage: sample candidates for each pick; bounds the work, not exact.")
  private Double stochastic;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "0",
      description = "Seed of --stochastic (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(names = "--explain", description = "Add gains and, for coverage, the quality bound.")
  private boolean explain;

  @Option(names = "--json", description = "Print everything as JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    Selector chosen = selector();
    Budget wanted = budget(chosen);
    SelectorInput input = SelectorFile.read(file, rho);
    Selection selection = select(chosen, input, wanted);
    Optional<Certificate> certificate =
        explain && chosen instanceof CoverageSelector coverage
            ? Optional.of(Certificate.of(coverage.objective(input), selection.order()))
            : Optional.empty();
    SelectionJson.Report report =
        new SelectionJson.Report(selector, input.tokens(), rho, selection, explain, certificate);
    spec.commandLine().getOut().println(json ? SelectionJson.of(report) : SelectionText.of(report));
    spec.commandLine().getOut().flush();
    return 0;
  }

  private Budget budget(Selector chosen) {
    try {
      Budget parsed = Budgets.parse(budget);
      if (parsed instanceof Budget.Auto && !chosen.supportsShare()) {
        throw wrong("--budget " + budget + " needs a coverage selector, not " + selector);
      }
      return parsed;
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage());
    }
  }

  private Selector selector() {
    if (!(rho >= 0 && rho <= 1)) {
      throw wrong("--rho must be in 0..1, not " + rho);
    }
    try {
      Greedy greedy =
          stochastic == null ? new LazyGreedy() : new StochasticGreedy(stochastic, seed);
      SelectorOptions options =
          SelectorOptions.STANDARD
              .withGreedy(greedy)
              .withTiled(tiled)
              .withTies(ties)
              .withLambda(lambda)
              .withTextTemperature(textTemperature);
      Selector chosen = Selectors.create(selector, options);
      if ((tiled || stochastic != null) && !chosen.supportsShare()) {
        throw wrong("--tiled and --stochastic are for coverage selectors, not " + selector);
      }
      return chosen;
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage());
    }
  }

  private static Selection select(Selector chosen, SelectorInput input, Budget wanted) {
    if (wanted instanceof Budget.Auto auto) {
      return chosen.selectShare(
          input, new ShareRule(auto.share(), auto.visualShare(), auto.least()));
    }
    return chosen.select(input, wanted.resolve(input.tokens(), 1));
  }

  private CommandLine.ParameterException wrong(String message) {
    return new CommandLine.ParameterException(spec.commandLine(), message);
  }
}
