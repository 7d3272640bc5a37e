package io.qcpruner.cli.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.model.keyword.KeywordModels;
import io.qcpruner.model.keyword.StaticModel;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Times loading of the word vectors, keyword extraction and matching. */
@Command(
    name = "anchors",
    description = "Time query anchors: loading, keywords and matching per prompt.",
    footer = {"", "Example:", "  qcpruner bench anchors --json"},
    mixinStandardHelpOptions = true)
public final class AnchorsBenchCommand implements Callable<Integer> {

  @Option(
      names = "--keyword-model",
      paramLabel = "DIR",
      description = "model2vec folder with word vectors; the embedded ones otherwise.")
  private Path keywordModel;

  @Option(
      names = "--prompts",
      paramLabel = "FILE",
      description = "JSON array of prompts; thirty-word questions otherwise.")
  private Path prompts;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "200",
      description = "Rounds over all prompts, after as many to warm up (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(names = "--json", description = "Print the numbers as JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    AnchorsBench bench = new AnchorsBench(this::load, texts(), rounds);
    AnchorsBench.Timing timing = bench.run();
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? json(timing) : text(timing));
    out.flush();
    return 0;
  }

  private StaticModel load() throws IOException {
    return keywordModel == null ? KeywordModels.embedded() : KeywordModels.load(keywordModel);
  }

  private List<String> texts() throws IOException {
    if (prompts == null) {
      return AnchorsBench.questions();
    }
    return List.of(new ObjectMapper().readValue(Files.readAllBytes(prompts), String[].class));
  }

  private static String text(AnchorsBench.Timing timing) {
    return String.format(
        Locale.ROOT,
        "%d prompts, %.1f words each%n"
            + "load: first %.1f ms, later %.1f ms%n"
            + "keywords: %.4f ms per prompt (median of rounds)%n"
            + "keywords and matching: %.4f ms per prompt%n",
        timing.prompts(),
        timing.words(),
        timing.firstLoad(),
        timing.load(),
        timing.keywords(),
        timing.anchors());
  }

  private static String json(AnchorsBench.Timing timing) {
    ObjectNode node = new ObjectMapper().createObjectNode();
    node.put("prompts", timing.prompts());
    node.put("words_per_prompt", timing.words());
    node.put("first_load_ms", timing.firstLoad());
    node.put("load_ms", timing.load());
    node.put("keywords_ms", timing.keywords());
    node.put("anchors_ms", timing.anchors());
    return node.toPrettyString() + System.lineSeparator();
  }
}
