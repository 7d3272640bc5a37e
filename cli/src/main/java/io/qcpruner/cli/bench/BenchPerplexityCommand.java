package io.qcpruner.cli.bench;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.cli.option.ModelOptions;
import io.qcpruner.eval.run.RunProgress;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.internal.measure.PerplexityBench;
import io.qcpruner.model.internal.measure.PerplexityBench.Reading;
import io.qcpruner.model.internal.measure.SameAnswers;
import io.qcpruner.model.internal.measure.SampleMean;
import io.qcpruner.model.internal.measure.TextLoss;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures how much rounded weights lose on a text. */
@Command(
    name = "perplexity",
    description = {
      "Measure a model's perplexity on a text, and how far rounded weights are from stored ones.",
      "The text is read in pieces of --context tokens, as prompts and token by token."
    },
    footer = {
      "",
      "Example:",
      "  qcpruner bench perplexity --model DIR --weights int8 --text manual.txt"
    },
    mixinStandardHelpOptions = true)
public final class BenchPerplexityCommand implements Callable<Integer> {
  private static final int DEFAULT_CONTEXT = 1024;
  private static final int ANSWER_PROMPT = 64;
  private static final int ANSWER_TOKENS = 32;

  @Mixin private ModelOptions model;

  @Option(
      names = "--text",
      required = true,
      paramLabel = "FILE",
      description = "Text in UTF-8, of the kind that the model was trained on.")
  private Path text;

  @Option(
      names = "--context",
      paramLabel = "N",
      description = "Tokens of a piece (default: 1024, or the model's context if that is shorter).")
  private Integer context;

  @Option(
      names = "--tokens",
      paramLabel = "N",
      defaultValue = "5120",
      description = "Maximum number of tokens to read (default: ${DEFAULT-VALUE}).")
  private int tokens;

  @Option(
      names = "--as",
      paramLabel = "HOW",
      split = ",",
      defaultValue = "prompt,tokens",
      description =
          "prompt: all rows of a piece at once; tokens: one by one, as answers are made, so that"
              + " rounded caches count (default: ${DEFAULT-VALUE}).")
  private List<String> readings;

  @Option(
      names = "--answers",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Also compare N answers with those of stored weights: 32 tokens after 64 of the text.")
  private int answers;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    List<Reading> wanted = readings.stream().map(this::reading).toList();
    if (tokens < 2) {
      throw wrong("--tokens must be at least 2, not " + tokens);
    }
    boolean rounded = !model.weights().equals("stored");
    if (answers < 0 || answers > 0 && !rounded) {
      throw wrong("--answers takes a number of answers and weights other than stored");
    }
    String content = content();
    try (VisionLanguageModel opened = model.open();
        VisionLanguageModel exact = rounded ? model.openStored() : null) {
      PerplexityBench bench =
          new PerplexityBench(
              opened,
              Optional.ofNullable(exact),
              PerplexityBench.pieces(opened, content, contextOf(opened), tokens));
      ArrayNode rows = measure(bench, wanted);
      if (answers > 0) {
        compareAnswers(
            new SameAnswers(opened, exact, ANSWER_TOKENS), prompts(opened, content), rows);
      }
      print(rows, spec.commandLine().getOut());
    }
    return 0;
  }

  private List<int[]> prompts(VisionLanguageModel opened, String content) {
    List<int[]> pieces =
        PerplexityBench.pieces(opened, content, ANSWER_PROMPT, ANSWER_PROMPT * answers);
    if (pieces.size() < answers) {
      throw wrong("the text has prompts for %d answers".formatted(pieces.size()));
    }
    return pieces;
  }

  private void compareAnswers(SameAnswers both, List<int[]> prompts, ArrayNode rows) {
    try (RunProgress progress =
        new RunProgress(System.err, System.console() != null, answers, 0, System.nanoTime())) {
      SameAnswers.Counts made =
          both.count(prompts, () -> progress.step("answers", System.nanoTime()));
      rows.addObject()
          .put("weights", model.weights())
          .put("as", "answers")
          .put("answers", made.all())
          .put("same_answers", made.same())
          .put("tokens", made.all() * ANSWER_TOKENS)
          .put("same_tokens", made.sameTokens());
    }
  }

  private Reading reading(String name) {
    return switch (name) {
      case "prompt" -> Reading.PROMPT;
      case "tokens" -> Reading.TOKENS;
      default -> throw wrong("--as must be prompt or tokens, not " + name);
    };
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private int contextOf(VisionLanguageModel opened) {
    int longest = opened.backbone().config().maxPromptRows();
    return context == null ? Math.min(DEFAULT_CONTEXT, longest) : context;
  }

  private String content() throws IOException {
    try {
      return Files.readString(text, StandardCharsets.UTF_8);
    } catch (CharacterCodingException e) {
      throw new IOException(text + " is not a text in UTF-8", e);
    }
  }

  private ArrayNode measure(PerplexityBench bench, List<Reading> wanted) {
    ArrayNode rows = JsonNodeFactory.instance.arrayNode();
    long steps = (long) bench.foretold() * wanted.size();
    try (RunProgress progress =
        new RunProgress(System.err, System.console() != null, steps, 0, System.nanoTime())) {
      for (Reading reading : wanted) {
        String name = reading.name().toLowerCase(Locale.ROOT);
        TextLoss loss = bench.read(reading, () -> progress.step(name, System.nanoTime()));
        describe(rows.addObject().put("weights", model.weights()).put("as", name), loss);
      }
    }
    return rows;
  }

  private static void describe(ObjectNode row, TextLoss loss) {
    row.put("tokens", loss.loss().count());
    double perplexity = Math.exp(loss.loss().value());
    row.put("perplexity", perplexity);
    row.put("perplexity_error", perplexity * loss.loss().standardError());
    if (loss.storedLoss().count() > 0) {
      row.put("stored_perplexity", Math.exp(loss.storedLoss().value()));
      double ratio = Math.exp(loss.difference().value());
      row.put("more_than_stored_percent", 100 * (ratio - 1));
      row.put("more_than_stored_percent_error", 100 * ratio * loss.difference().standardError());
      put(row, "mean_kl", loss.divergence());
      put(row, "same_first_choice", loss.sameFirstChoice());
    }
  }

  private static void put(ObjectNode row, String name, SampleMean mean) {
    row.put(name, mean.value()).put(name + "_error", mean.standardError());
  }

  private void print(ArrayNode rows, PrintWriter out) {
    if (json) {
      out.println(rows.toPrettyString());
    } else {
      rows.forEach(row -> printLines((ObjectNode) row, out));
    }
    out.flush();
  }

  /** A figure and its standard error share a line. */
  private static void printLines(ObjectNode row, PrintWriter out) {
    row.properties().stream()
        .filter(field -> !field.getKey().endsWith("_error"))
        .forEach(
            field -> {
              boolean whole = !field.getValue().isFloatingPointNumber();
              var error = row.get(field.getKey() + "_error");
              String value =
                  whole
                      ? field.getValue().asText()
                      : String.format(Locale.ROOT, "%.4f", field.getValue().asDouble());
              String more =
                  error == null ? "" : String.format(Locale.ROOT, " ± %.4f", error.asDouble());
              out.printf("%-26s %s%s%n", field.getKey(), value, more);
            });
    out.println();
  }
}
