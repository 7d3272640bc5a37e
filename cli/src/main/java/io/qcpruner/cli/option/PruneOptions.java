package io.qcpruner.cli.option;

import io.qcpruner.core.anchor.AnchorSettings;
import io.qcpruner.core.anchor.LanguageChoice;
import io.qcpruner.core.anchor.MatchMode;
import io.qcpruner.core.anchor.MatchScope;
import io.qcpruner.core.method.Settings;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.eval.calibrate.Calibration;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.prune.PruneRequest;
import io.qcpruner.server.chat.ExplainLevel;
import io.qcpruner.server.chat.PruningChoice;
import io.qcpruner.tasks.Budgets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import picocli.CommandLine.Option;

/** Which method prunes, to how many tokens, with which parameters. */
public final class PruneOptions {

  @Option(
      names = "--method",
      paramLabel = "NAME",
      description =
          "Pruning method; 'none' runs the full model (default: qcpruner with a budget, none"
              + " without).")
  private String method;

  @Option(
      names = "--budget",
      paramLabel = "K",
      description = "Tokens to keep: 64, 32/frame, 0.25, 25%%, auto or auto:SHARE.")
  private String budget;

  @Option(names = "--layer", paramLabel = "L", description = "Zero-based hook layer.")
  private Integer layer;

  @Option(names = "--rho", paramLabel = "R", description = "Utility floor, 0 to 1.")
  private Double rho;

  @Option(
      names = "--allocate",
      paramLabel = "HOW",
      description = "How frames share the budget: equal or adaptive.")
  private String allocate;

  @Option(
      names = "--param",
      paramLabel = "NAME=VALUE",
      description = "Another parameter of the method; may be repeated.")
  private List<String> parameters = new ArrayList<>();

  @Option(
      names = "--keywords",
      paramLabel = "N",
      description = "At most so many keywords (default: ${DEFAULT-VALUE}).",
      defaultValue = "6")
  private int keywords;

  @Option(
      names = "--strip-task-suffix",
      description = "Leave answer-format instructions out of the text that keywords come from.")
  private boolean stripSuffix;

  @Option(
      names = "--anchor-language",
      paramLabel = "LANGUAGE",
      defaultValue = "en",
      description =
          "Words and stop list of the keywords: en as in the paper, auto by the prompt, or zh, de,"
              + " fr, es, it, pt, nl, ru (default: ${DEFAULT-VALUE}).")
  private String language;

  @Option(
      names = "--match",
      paramLabel = "MODE",
      converter = AnchorWords.Mode.class,
      defaultValue = "word",
      description =
          "How keywords are found in the prompt: word, literal, spaced or cased"
              + " (default: ${DEFAULT-VALUE}).")
  private MatchMode match;

  @Option(
      names = "--scope",
      paramLabel = "WHERE",
      converter = AnchorWords.Scope.class,
      defaultValue = "user",
      description = "Where keywords are searched: user or prompt (default: ${DEFAULT-VALUE}).")
  private MatchScope scope;

  @Option(
      names = "--full-prompt",
      description = "Every text position is an anchor instead of keywords.")
  private boolean fullPrompt;

  @Option(
      names = "--calibration",
      paramLabel = "FILE",
      description = "Layer and floor found by calibrate, for qcpruner; --layer and --rho win.")
  private Path calibration;

  /** The named method for a model, empty for the full model. */
  public Optional<PruneRequest> request(VisionLanguageModel model) {
    return request(model, method());
  }

  /** The named method, made by the caller: for models without a tokenizer. */
  public Optional<PruneRequest> request(BiFunction<String, Settings, Pruner> make) {
    return request(make, method());
  }

  /** Another method with the same budget and parameters. */
  public Optional<PruneRequest> request(VisionLanguageModel model, String name) {
    if (calibration != null) {
      calibration().requireFamily(model.backbone().spec().family().id());
    }
    return request(model::method, name);
  }

  private Optional<PruneRequest> request(BiFunction<String, Settings, Pruner> make, String name) {
    if (name.equals("none") || name.equals("full")) {
      return Optional.empty();
    }
    if (budget == null) {
      throw new IllegalArgumentException("method " + name + " needs --budget, such as 64 or 0.25");
    }
    return Optional.of(new PruneRequest(make.apply(name, settings(name)), Budgets.parse(budget)));
  }

  /** The method; a budget alone asks for QCPruner. */
  public String method() {
    if (method != null) {
      return method;
    }
    return budget == null ? "none" : "qcpruner";
  }

  /** Where layer and floor of the method come from, for people; empty for methods without. */
  public String origin(VisionLanguageModel model) {
    return model.defaults().origin(method(), settings(method()), calibration != null);
  }

  /** What a server does for requests that say nothing about pruning. */
  public PruningChoice choice() {
    String name = method().equals("full") ? PruningChoice.NONE : method();
    List<String> settings = new ArrayList<>();
    if (!name.equals(PruningChoice.NONE)) {
      settings.addAll(texts(name));
    }
    return new PruningChoice(name, budget, settings, anchors(), ExplainLevel.NONE);
  }

  public AnchorSettings anchors() {
    return new AnchorSettings(
        keywords, stripSuffix, match, scope, LanguageChoice.parse(language), fullPrompt);
  }

  private Calibration calibration() {
    try {
      return Calibration.read(calibration);
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  private Settings settings(String name) {
    return Settings.parse(texts(name));
  }

  private List<String> texts(String name) {
    List<String> all = new ArrayList<>(parameters);
    if (layer != null) {
      all.add("layer=" + layer);
    }
    if (rho != null) {
      all.add("rho=" + rho);
    }
    if (allocate != null) {
      all.add("allocate=" + allocate);
    }
    if (calibration != null && name.equals("qcpruner")) {
      for (String found : calibration().parameters()) {
        String start = found.substring(0, found.indexOf('=') + 1);
        if (all.stream().noneMatch(given -> given.startsWith(start))) {
          all.add(found);
        }
      }
    }
    return all;
  }
}
