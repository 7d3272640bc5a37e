package io.qcpruner.cli.option;

import io.qcpruner.checkpoint.config.Calibration;
import io.qcpruner.core.anchor.MatchMode;
import io.qcpruner.core.anchor.MatchScope;
import io.qcpruner.core.method.AnchorOptions;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.method.Methods;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.Budgets;
import io.qcpruner.core.prune.PruningRefusedException;
import io.qcpruner.model.MethodDefaults;
import io.qcpruner.model.VisionLanguageModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * Which method prunes, to how many tokens, with which settings. Options for single settings are
 * short for settings in the method's text, which win; other methods of a list ignore those that
 * they do not have.
 */
public final class PruneOptions {

  /** What a budget without a method means. */
  private static final String METHOD_OF_A_BUDGET = "qcpruner";

  @Option(
      names = "--method",
      paramLabel = "METHOD",
      description =
          "Pruning method, with settings and budget if wanted: qcpruner, qcpruner:rho=0.4,keywords=4"
              + " or fastv@64; full is the unpruned model (default: qcpruner with --budget, else"
              + " full).")
  private String method;

  @Option(
      names = "--budget",
      paramLabel = "K",
      description =
          "Tokens to keep: 64, 32/frame, 0.25, 25%%, or auto:SHARE[:visual=SHARE][:least=K], a share"
              + " of coverage, not of answers (auto is auto:0.95:visual=0.98).")
  private String budget;

  @Option(names = "--layer", paramLabel = "L", description = "Zero-based hook layer.")
  private String layer;

  @Option(names = "--rho", paramLabel = "R", description = "Utility floor, 0 to 1.")
  private String rho;

  @Option(
      names = "--allocate",
      paramLabel = "HOW",
      description = "How frames share the budget: equal or adaptive.")
  private String allocate;

  @Option(
      names = "--keywords",
      paramLabel = "N",
      description = "Maximum number of keywords (default: 6).")
  private String keywords;

  @Option(
      names = "--strip-task-suffix",
      description = "Leave answer-format instructions out of the text that keywords come from.")
  private boolean stripSuffix;

  @Option(
      names = "--anchor-language",
      paramLabel = "LANGUAGE",
      description =
          "Words and stop list of the keywords: en as in the paper, auto by the prompt, or zh, de,"
              + " fr, es, it, pt, nl, ru (default: en).")
  private String language;

  @Option(
      names = "--match",
      paramLabel = "HOW",
      converter = AnchorWords.Mode.class,
      description =
          "How keywords are found in the prompt: word, literal, spaced or cased (default: word).")
  private MatchMode match;

  @Option(
      names = "--scope",
      paramLabel = "WHERE",
      converter = AnchorWords.Scope.class,
      description =
          "Text of the keywords: user, prompt, sentence (the last one) or question (default: user).")
  private MatchScope scope;

  @Option(
      names = "--full-prompt",
      description = "Every text position is an anchor instead of keywords.")
  private boolean fullPrompt;

  @Option(
      names = "--calibration",
      paramLabel = "FILE",
      description = "Layer and floor found by calibrate, for qcpruner; what is set otherwise wins.")
  private Path calibration;

  private Calibration calibrated;

  /** The chosen method, settings and budget. */
  public MethodSpec spec() {
    String name = budget == null ? MethodSpec.FULL_NAME : METHOD_OF_A_BUDGET;
    return spec(method == null ? name : method);
  }

  /** Another method with the same budget and options. */
  public MethodSpec spec(String text) {
    // a wrong value is a mistake also where the chosen method has no use for it
    Methods.resolve(withOptions(MethodSpec.of(METHOD_OF_A_BUDGET)));
    Optional<Budget> tokens = Optional.ofNullable(budget).map(Budgets::parse);
    MethodSpec spec = withOptions(MethodSpec.parse(text));
    if (calibration != null) {
      spec = new MethodDefaults(Optional.of(calibration())).applyTo(spec);
    }
    if (tokens.isPresent() && !spec.isFull() && spec.budget().isEmpty()) {
      spec = spec.withBudget(tokens.get());
    }
    return Methods.resolve(spec);
  }

  private MethodSpec withOptions(MethodSpec spec) {
    MethodSpec out = with(spec, "layer", layer);
    out = with(out, "rho", rho);
    out = with(out, "allocate", allocate);
    out = with(out, "keywords", keywords);
    out = with(out, "suffix", stripSuffix ? "strip" : null);
    out = with(out, "language", language);
    out = with(out, "text", fullPrompt ? "full-prompt" : null);
    out = with(out, "match", match == null ? null : AnchorOptions.MATCH.print(match));
    return with(out, "scope", scope == null ? null : AnchorOptions.SCOPE.print(scope));
  }

  private static MethodSpec with(MethodSpec spec, String setting, String value) {
    return value == null ? spec : spec.withDefault(setting, value);
  }

  /** The chosen method for a model, whose family must be that of a calibration file. */
  public MethodSpec spec(VisionLanguageModel model) {
    return withBudget(spec(model, spec()));
  }

  /** Another method with the same budget and options, for a model. */
  public MethodSpec spec(VisionLanguageModel model, String text) {
    return spec(model, spec(text));
  }

  private MethodSpec spec(VisionLanguageModel model, MethodSpec spec) {
    if (calibration != null) {
      calibration().requireFamily(model.backbone().spec().family().id());
    }
    return spec;
  }

  /** Like above, with a bound on the best choice where the method can give one. */
  public MethodSpec certified(VisionLanguageModel model, String text) {
    MethodSpec plain = withBudget(spec(model, text));
    boolean coverage =
        plain.name().equals(METHOD_OF_A_BUDGET)
            && !plain.settings().toString().contains("selector");
    return coverage ? plain.withDefault("certify", "true") : plain;
  }

  private static MethodSpec withBudget(MethodSpec spec) {
    if (!spec.isFull() && spec.budget().isEmpty()) {
      throw new PruningRefusedException(
          "method " + spec.name() + " needs --budget, such as 64 or 0.25");
    }
    return spec;
  }

  /** Where layer and floor of the method come from, for people; empty for methods without. */
  public String origin(VisionLanguageModel model) {
    return origin(model, spec());
  }

  /** Like above, for another method with these options. */
  public String origin(VisionLanguageModel model, MethodSpec method) {
    return model.defaults().origin(method, calibration != null);
  }

  private Calibration calibration() {
    if (calibrated == null) {
      try {
        calibrated = Calibration.read(calibration);
      } catch (IOException e) {
        throw new UncheckedIOException(e.getMessage(), e);
      }
    }
    return calibrated;
  }
}
