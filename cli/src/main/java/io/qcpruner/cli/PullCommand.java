package io.qcpruner.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.checkpoint.hub.Hub;
import io.qcpruner.checkpoint.hub.ModelId;
import io.qcpruner.cli.option.ConsoleProgress;
import io.qcpruner.cli.option.HubOptions;
import io.qcpruner.model.backbone.BackboneCheckpoint;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Downloads a checkpoint into the cache. */
@Command(
    name = "pull",
    description = {
      "Download a model from a hub into the cache: settings, tokenizer and weights, resumed where"
          + " an earlier attempt stopped, checksums verified.",
      "HF_ENDPOINT, HF_HOME, HF_HUB_CACHE and HF_TOKEN are honoured."
    },
    footer = {"", "Example:", "  qcpruner pull llava-hf/llava-1.5-7b-hf"},
    mixinStandardHelpOptions = true)
final class PullCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "ORG/NAME[@REVISION]",
      description = "The model; its newest state unless a revision is given.")
  private String model;

  @Mixin private HubOptions options;

  @Option(names = "--json", description = "Print folder, files and sizes as JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    Hub hub = new Hub(options.settings(), new ConsoleProgress(err, System.console() != null));
    Path folder = hub.pull(ModelId.parse(model));
    Optional<String> tower = BackboneCheckpoint.missingTower(folder);
    List<Path> files;
    try (Stream<Path> found = Files.list(folder)) {
      files = found.sorted().toList();
    }
    if (json) {
      out.println(describe(folder, files, tower).toPrettyString());
    } else {
      out.println(folder);
      tower.ifPresent(
          name ->
              err.println(
                  "This checkpoint holds no vision tower; it needs " + name + " (--tower)."));
    }
    out.flush();
    return 0;
  }

  private static ObjectNode describe(Path folder, List<Path> files, Optional<String> tower)
      throws IOException {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("folder", folder.toString());
    tower.ifPresent(name -> root.put("tower", name));
    ObjectNode sizes = root.putObject("files");
    for (Path file : files) {
      sizes.put(file.getFileName().toString(), Files.size(file));
    }
    return root;
  }
}
