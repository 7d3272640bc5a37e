package io.qcpruner.cli.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.cli.Main;
import io.qcpruner.cli.docs.DocCommands.DocCommand;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.method.Methods;
import io.qcpruner.core.prune.Budgets;
import io.qcpruner.eval.task.TaskCatalog;
import io.qcpruner.eval.task.TaskOptions;
import io.qcpruner.tasks.PocketTask;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Commands of the README and the pages are commands: names, options and values are known. */
final class DocCommandsTest {
  /** What a page says of a command that only works with weights of others. */
  static final String PUBLISHED = "published weights";

  @Test
  void everyCommandParses() throws IOException {
    List<String> wrong = new ArrayList<>();
    CommandLine line = Main.commandLine();
    int blocks = 0;
    for (DocCommand command : DocCommands.all()) {
      blocks += command.block() ? 1 : 0;
      try {
        check(command, line);
      } catch (CommandLine.MissingParameterException e) {
        // a sentence may show a part, and settings may give the rest
        if (command.block()) {
          wrong.add(command + "\n    " + e.getMessage());
        }
      } catch (CommandLine.ParameterException | IllegalArgumentException e) {
        wrong.add(command + "\n    " + e.getMessage());
      }
    }
    assertEquals(List.of(), wrong);
    assertTrue(blocks > 40, "commands in blocks: " + blocks);
  }

  /** A name of a hub is a model that nobody has without a download. */
  @Test
  void whatNeedsPublishedWeightsSaysSo() throws IOException {
    List<DocCommand> silent =
        DocCommands.all().stream()
            .filter(DocCommand::block)
            .filter(command -> command.words().stream().anyMatch(DocCommandsTest::isOfTheHub))
            .filter(command -> !command.comment().contains(PUBLISHED))
            .toList();
    assertEquals(List.of(), silent, "end these lines with: # needs " + PUBLISHED);
  }

  static boolean isOfTheHub(String word) {
    return word.matches("[a-z][a-zA-Z-]+-hf/[\\w.-]+|HuggingFaceTB/[\\w.-]+|Qwen/[\\w.-]+");
  }

  private static void check(DocCommand command, CommandLine line) {
    if (!command.block() && command.words().size() <= 2 && isName(command.words(), line)) {
      return;
    }
    CommandLine.ParseResult parsed = line.parseArgs(command.words().toArray(String[]::new));
    while (parsed.hasSubcommand()) {
      parsed = parsed.subcommand();
    }
    each(parsed, "--method", DocCommandsTest::method);
    each(parsed, "--methods", DocCommandsTest::method);
    each(parsed, "--budget", Budgets::parse);
    each(parsed, "--budgets", Budgets::parse);
    TaskCatalog tasks = PocketTask.catalog(TaskOptions.PAPER);
    each(parsed, "--tasks", name -> tasks.select(List.of(name)));
    each(parsed, "--task", name -> tasks.select(List.of(name)));
  }

  /** A command that is only named in a sentence. */
  private static boolean isName(List<String> words, CommandLine line) {
    CommandLine at = line;
    for (String word : words) {
      if (!at.getSubcommands().containsKey(word)) {
        return false;
      }
      at = at.getSubcommands().get(word);
    }
    return true;
  }

  private static void method(String text) {
    // "and so on" of a page, and the method of the tutorial, which the tests of examples run
    if (!text.equals("...") && !text.startsWith("norm")) {
      Methods.resolve(MethodSpec.parse(text));
    }
  }

  private static void each(
      CommandLine.ParseResult parsed, String option, Consumer<String> consumer) {
    if (parsed.hasMatchedOption(option)) {
      Object value = parsed.matchedOption(option).getValue();
      List<?> values = value instanceof List<?> list ? list : List.of(value);
      values.forEach(each -> consumer.accept(each.toString()));
    }
  }
}
