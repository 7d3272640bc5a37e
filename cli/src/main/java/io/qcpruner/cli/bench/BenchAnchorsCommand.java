package io.qcpruner.cli.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.json.JsonReader;
import io.qcpruner.text.internal.keyword.KeywordModels;
import io.qcpruner.text.internal.keyword.StaticModel;
import java.io.IOException;
import java.io.PrintWriter;
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
public final class BenchAnchorsCommand implements Callable<Integer> {

  private static final long MAX_PROMPTS = 64 << 20;

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
      description =
          "Rounds over all prompts, after as many to warm up (default: ${DEFAULT-VALUE}).")
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
    return List.of(JsonReader.STANDARD.record(prompts, MAX_PROMPTS, String[].class));
  }

  private static String text(AnchorsBench.Timing timing) {
    StringBuilder out = new StringBuilder();
    out.append(
        String.format(
            Locale.ROOT,
            "%d prompts, %.1f words each; milliseconds, medians%n%-32s %10s %10s%n",
            timing.prompts(),
            timing.words(),
            "",
            "clock",
            "processor"));
    row(out, "load, first in this process", timing.firstLoad());
    row(out, "load, later", timing.load());
    row(out, "keywords per prompt", timing.keywords());
    row(out, "keywords and matching per prompt", timing.anchors());
    row(out, "attachment per prompt", timing.attachment());
    return out.toString();
  }

  private static void row(StringBuilder out, String name, AnchorsBench.Time time) {
    out.append(String.format(Locale.ROOT, "%-32s %10.4f %10.4f%n", name, time.wall(), time.cpu()));
  }

  private static String json(AnchorsBench.Timing timing) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("prompts", timing.prompts());
    node.put("words_per_prompt", timing.words());
    put(node, "first_load", timing.firstLoad());
    put(node, "load", timing.load());
    put(node, "keywords", timing.keywords());
    put(node, "anchors", timing.anchors());
    put(node, "attachment", timing.attachment());
    return node.toPrettyString() + System.lineSeparator();
  }

  private static void put(ObjectNode node, String name, AnchorsBench.Time time) {
    node.put(name + "_ms", time.wall());
    node.put(name + "_cpu_ms", time.cpu());
  }
}
