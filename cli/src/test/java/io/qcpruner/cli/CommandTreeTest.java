package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.hub.OfflineException;
import io.qcpruner.eval.run.UnfinishedRunException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What holds for every command. */
final class CommandTreeTest {

  @Test
  void everyCommandHasAnExample() {
    List<CommandLine> all = new ArrayList<>();
    collect(Main.commandLine(), all);
    assertTrue(all.size() > 20, "commands: " + all.size());
    for (CommandLine command : all) {
      String help = command.getUsageMessage();
      assertTrue(help.contains("qcpruner "), command.getCommandName());
      assertTrue(help.contains("Example"), command.getCommandSpec().qualifiedName());
    }
  }

  private static void collect(CommandLine command, List<CommandLine> into) {
    for (CommandLine sub : command.getSubcommands().values()) {
      if (!(sub.getCommand() instanceof CommandLine.HelpCommand)) {
        into.add(sub);
        collect(sub, into);
      }
    }
  }

  @Test
  void completionKnowsEveryCommand() {
    StringWriter out = new StringWriter();
    int code = Main.commandLine().setOut(new PrintWriter(out, true)).execute("completion");
    assertEquals(0, code);
    for (String name : Main.commandLine().getSubcommands().keySet()) {
      assertTrue(out.toString().contains(name), name);
    }
  }

  @Test
  void misspeltCommandsSuggestTheNearest() {
    StringWriter err = new StringWriter();
    int code = Main.commandLine().setErr(new PrintWriter(err, true)).execute("expalin");
    assertEquals(2, code);
    assertTrue(err.toString().contains("explain"), err.toString());
  }

  @Test
  void failuresNameTheOptionThatHelps() {
    assertEquals(
        "runs/a already holds a run; continue it with --resume",
        NextStep.after(new UnfinishedRunException("runs/a already holds a run", null)));
    assertEquals(
        "wrapped; leave --offline away",
        NextStep.after(new IllegalStateException("wrapped", new OfflineException("off"))));
    assertEquals("something else", NextStep.after(new IOException("something else")));
  }
}
