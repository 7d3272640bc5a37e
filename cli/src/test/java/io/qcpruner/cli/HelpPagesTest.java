package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Help that can be read and examples that can be copied, at any width. */
class HelpPagesTest {

  private static List<CommandLine> commands(int columns) {
    CommandLine root = Main.commandLine();
    HelpPages.layOut(root, Map.of("COLUMNS", Integer.toString(columns)));
    List<CommandLine> all = new ArrayList<>(List.of(root));
    for (int i = 0; i < all.size(); i++) {
      all.addAll(all.get(i).getSubcommands().values());
    }
    return all;
  }

  @Test
  void examplesAreWholeCommands() {
    for (int columns : new int[] {60, 80, 200}) {
      for (CommandLine command : commands(columns)) {
        String help = command.getUsageMessage();
        for (String line : command.getCommandSpec().usageMessage().footer()) {
          String joined = help.replaceAll(" \\\\\\R\\s*", " ").replaceAll("[ \\n]+", " ");
          String wanted = line.replaceAll("\\s*\\\\$", "").strip().replaceAll(" +", " ");
          assertTrue(joined.contains(wanted), wanted + " is not in\n" + help);
        }
      }
    }
  }

  @Test
  void patternsOfTheParserStayOut() {
    for (CommandLine command : commands(80)) {
      String help = command.getUsageMessage();
      assertFalse(help.contains("\\s") || help.contains("(?"), help);
      assertFalse(help.contains("One of  "), help);
      assertFalse(help.contains("${"), help);
    }
  }

  /** The first line of a description is what the list of commands shows. */
  @Test
  void theFirstLineOfADescriptionIsASentence() {
    for (CommandLine command : commands(80)) {
      String first = command.getCommandSpec().usageMessage().description()[0];
      assertTrue(first.endsWith("."), command.getCommandName() + ": " + first);
    }
  }

  @Test
  void aLongExampleIsBrokenBeforeAnOption() {
    String nl = System.lineSeparator();
    assertEquals(
        "  qcpruner x --aaaa 1 \\" + nl + "    --bbbb 2 --cccc 3",
        HelpPages.wrapped("  qcpruner x --aaaa 1 --bbbb 2 --cccc 3", 24));
    assertEquals("  unbroken-and-long", HelpPages.wrapped("  unbroken-and-long", 8));
  }

  @Test
  void noModelIsNamedThatIsNeitherFolderNorHubName() {
    for (CommandLine command : commands(80)) {
      assertFalse(
          command.getUsageMessage().contains("--model llava-1.5"), command.getCommandName());
    }
  }
}
