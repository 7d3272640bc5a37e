package io.qcpruner.cli.doctor;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.cli.option.HubOptions;
import io.qcpruner.cli.option.Screen;
import io.qcpruner.cli.option.ScreenTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Looks at the machine and says what is slow, missing or too small. */
@Command(
    name = "doctor",
    description =
        "Check this machine: Java, SIMD, tensor engine, BLAS, threads, memory, settings, limits,"
            + " server, which published models it can run, how fast, and which to take.",
    footer = {"", "Example:", "  qcpruner doctor --json"},
    mixinStandardHelpOptions = true)
public final class DoctorCommand implements Callable<Integer> {

  /** Below this many columns three of them are unreadable. */
  private static final int NARROW = 72;

  @Mixin private HubOptions hub;

  @Option(names = "--json", description = "Print the findings as JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    List<Finding> findings = new ArrayList<>();
    findings.addAll(MachineCheck.findings(hub.settings()));
    findings.addAll(EngineCheck.findings());
    findings.addAll(SettingsCheck.findings(spec.root()));
    findings.addAll(LimitsCheck.findings());
    findings.addAll(ServerCheck.findings());
    if (findings.stream().noneMatch(EngineCheck::isBroken)) {
      findings.addAll(ModelsCheck.findings(MachineCheck.totalMemory(), Throughput.measure()));
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(asJson(findings).toPrettyString());
    } else {
      int columns = Screen.columns(System.getenv());
      boolean whole = !Screen.of(spec).interactive();
      findings.forEach(f -> out.print(text(f, whole ? Integer.MAX_VALUE : columns)));
    }
    out.flush();
    // a machine without an engine can't run a model; slow is not broken
    return findings.stream().anyMatch(EngineCheck::isBroken) ? 1 : 0;
  }

  /** Three columns; on a narrow screen the value stands below its name. */
  static String text(Finding finding, int columns) {
    boolean narrow = columns < NARROW;
    int indent = narrow ? 4 : 32;
    String head =
        narrow
            ? finding.group() + " " + finding.name() + "\n    "
            : String.format("%-8s %-22s ", finding.group(), finding.name());
    String text = head + ScreenTable.wrapped(finding.value(), columns, indent);
    return finding.isFine()
        ? text
        : text
            + " ".repeat(indent)
            + ScreenTable.wrapped("-> " + finding.advice(), columns, indent);
  }

  private static ArrayNode asJson(List<Finding> findings) {
    ArrayNode root = JsonNodeFactory.instance.arrayNode();
    for (Finding finding : findings) {
      ObjectNode line = root.addObject();
      line.put("group", finding.group());
      line.put("name", finding.name());
      line.put("value", finding.value());
      line.put("advice", finding.advice());
    }
    return root;
  }
}
