package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Exit codes and messages that every command shares. */
final class MainTest {

  private final StringWriter err = new StringWriter();
  private final StringWriter out = new StringWriter();
  private final CommandLine line =
      Main.commandLine()
          .addSubcommand(new Failing())
          .setErr(new PrintWriter(err))
          .setOut(new PrintWriter(out));

  @Command(name = "failing")
  static final class Failing implements Runnable {
    @Override
    public void run() {
      throw new IllegalStateException("the disk is full");
    }
  }

  @Test
  void aFailureIsOneLineAndExitCodeOne() {
    assertEquals(1, line.execute("failing"));
    assertEquals("qcpruner: the disk is full" + System.lineSeparator(), err.toString());
  }

  @Test
  void debugShowsTheStackTrace() {
    assertEquals(1, line.execute("failing", "--debug"));
    assertTrue(err.toString().contains("at io.qcpruner"), err.toString());
  }

  @Test
  void commandsThatAnswerSoonLoadTheEngineEarly() {
    assertTrue(line.getSubcommands().keySet().containsAll(Main.SOON));
    assertTrue(Main.needsEngineSoon("ask", "--model", "embedded", "What is this?"));
    assertFalse(Main.needsEngineSoon("ask", "--help"));
    assertFalse(Main.needsEngineSoon("cost", "--json"));
    assertFalse(Main.needsEngineSoon());
  }

  @Test
  void wrongUsageIsExitCodeTwo() {
    assertEquals(2, line.execute("evall"));
    assertFalse(err.toString().contains("\tat "), err.toString());
    assertTrue(err.toString().startsWith("qcpruner: Unmatched argument"), err.toString());
    assertTrue(err.toString().contains("Did you mean qcpruner eval?"), err.toString());
  }

  @Test
  void wrongOptionsSayWhereHelpIs() {
    assertEquals(2, line.execute("eval", "--tasks", "pope"));
    assertTrue(err.toString().contains("--model"), err.toString());
    assertTrue(err.toString().endsWith("See 'qcpruner eval --help'." + System.lineSeparator()));
    assertEquals(2, err.toString().lines().count(), err.toString());
  }

  @Test
  void everyCommandHasHelpWithADescription() {
    assertEquals(0, line.execute("--help"));
    for (CommandLine command : line.getSubcommands().values()) {
      if (command.getCommand() instanceof Failing) {
        continue;
      }
      String[] description = command.getCommandSpec().usageMessage().description();
      assertTrue(description.length > 0, command.getCommandName());
    }
  }
}
