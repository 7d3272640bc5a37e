package io.qcpruner.cli.methods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.cli.option.ConsoleProgress;
import io.qcpruner.cli.option.HubOptions;
import io.qcpruner.cli.option.Screen;
import io.qcpruner.core.method.BackboneFacts;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.method.Methods;
import io.qcpruner.model.MethodDescription;
import io.qcpruner.model.ModelReference;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.pocket.PocketModel;
import io.qcpruner.server.protocol.ListingJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists the pruning methods, or says all about one of them. */
@Command(
    name = "methods",
    description = "List the pruning methods; with NAME: settings, source and an example of one.",
    footer = {
      "",
      "Examples:",
      "  qcpruner methods",
      "  qcpruner methods fastv",
      "  qcpruner methods --model embedded-clips --json"
    },
    mixinStandardHelpOptions = true)
public final class MethodsCommand implements Callable<Integer> {

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      completionCandidates = MethodNames.class,
      description = "A method; without it all of them are listed.")
  private String name;

  @Option(
      names = "--model",
      paramLabel = "DIR|ORG/NAME",
      defaultValue = PocketModel.NAME,
      description =
          "Model that the methods are described for, as with ask (default: ${DEFAULT-VALUE}).")
  private String model;

  @Mixin private HubOptions hub;

  @Option(names = "--json", description = "Print what a server's /v1/pruning/methods says.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if (name != null && !name.equals(MethodSpec.FULL_NAME)) {
      Methods.named(name); // an unknown one is refused before a model is downloaded
    }
    List<MethodDescription> all;
    BackboneFacts facts;
    try (VisionLanguageModel opened =
        ModelReference.of(model).withHub(hub.choice()).open(ConsoleProgress.onStandardError())) {
      facts = opened.facts();
      all = MethodDescription.all(facts);
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      ObjectNode list = ListingJson.methods(all);
      out.println((name == null ? list : entry(list)).toPrettyString());
    } else {
      out.print(new MethodText(model, facts.label(), Screen.of(spec).columns()).of(all, name));
    }
    out.flush();
    return 0;
  }

  private JsonNode entry(ObjectNode list) {
    for (JsonNode method : list.get("data")) {
      if (method.get("name").asText().equals(name)) {
        return method;
      }
    }
    throw new IllegalStateException(name + " is known, but not listed");
  }
}
