package io.qcpruner.cli.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.cli.Main;
import io.qcpruner.cli.docs.DocCommands.DocCommand;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.model.synthetic.TinyFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The commands of the README and the pages, run one after another with fewer samples: in a folder
 * of their own, with a tiny model in the place of DIR.
 */
@Timeout(300)
final class DocCommandsRunTest {
  /** Begin commands that wait for somebody, download, train for hours or time large models. */
  private static final List<String> ELSEWHERE =
      List.of("serve", "chat", "pull", "pocket train", "bench", "reproduce", "doctor");

  /** Options whose values are files, although their type does not say so. */
  private static final Set<String> FILES = Set.of("--image", "--video");

  private static final String TASK = "pocket-color";

  private static final String DEMO = "qcpruner-demo";

  /** Its method is compiled and asked by the tests of module examples. */
  private static final String TUTORIAL = "docs/write-your-own-method.md";

  @TempDir Path folder;
  private final CommandLine program = Main.commandLine();
  private Path page;

  @Test
  void everyCheapCommandRuns() throws IOException {
    String tiny = TinyFolder.write(TinyModel.LLAVA, folder.resolve("DIR")).toString();
    Set<List<String>> done = new LinkedHashSet<>();
    List<String> failed = new ArrayList<>();
    for (DocCommand command : DocCommands.all()) {
      String text = String.join(" ", command.words());
      boolean elsewhere =
          !command.block()
              || command.place().startsWith(TUTORIAL)
              || ELSEWHERE.stream().anyMatch(text::startsWith)
              || command.words().stream().anyMatch(DocCommandsTest::isOfTheHub);
      // pages use the same names for other things; the demo's folder serves them all
      page = Path.of(command.place().replaceFirst(":.*", "").replace('/', '-'));
      List<String> words = elsewhere ? List.of() : small(command.words(), tiny);
      if (!elsewhere && done.add(words)) {
        StringWriter err = new StringWriter();
        int code =
            Main.commandLine()
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err, true))
                .execute(words.toArray(String[]::new));
        if (code != 0) {
          failed.add(command + "\n  as " + words + "\n  " + err);
        }
      }
    }
    assertEquals(List.of(), failed);
    assertTrue(done.size() > 20, "commands that ran: " + done.size());
  }

  /** The command with files in the test's folder and with few samples. */
  private List<String> small(List<String> words, String tiny) {
    CommandLine command = command(words);
    List<String> out = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      OptionSpec option = command.getCommandSpec().findOption(word);
      if (word.equals("--data")) {
        i++;
      } else if (option == null || option.arity().max() == 0 || i + 1 == words.size()) {
        boolean file = isFileOperand(words, i, command);
        out.add(file ? file(word) : word);
      } else {
        out.add(word);
        out.add(small(option, words.get(++i), tiny));
      }
    }
    if (List.of("demo", "explain").contains(words.get(0))) {
      out.addAll(List.of("--out", file(DEMO)));
    }
    if (words.get(0).equals("demo")) {
      out.addAll(List.of("--questions", "1"));
    }
    if (words.get(0).equals("eval") && !out.contains("--limit")) {
      out.addAll(List.of("--limit", "1"));
    }
    return out;
  }

  private String small(OptionSpec option, String value, String tiny) {
    boolean path = Path.class.equals(option.type()) || FILES.contains(option.longestName());
    return switch (option.longestName()) {
      case "--model" -> value.equals("DIR") ? tiny : value;
      case "--limit" -> "1";
      case "--resamples" -> "20";
      // reports compare with one of the first three; DocCommandsTest knows the names of all
      case "--methods" ->
          String.join(",", Arrays.stream(value.split(MethodSpec.LIST_SEPARATOR)).limit(3).toList());
      case "--tasks" -> value.startsWith("pocket-c") ? value : TASK;
      // pages compare with the first or the second budget
      case "--budgets" -> String.join(",", Arrays.stream(value.split(",")).limit(2).toList());
      default -> path ? file(value) : value;
    };
  }

  private String file(String name) {
    Path parent = name.startsWith(DEMO) ? folder : folder.resolve(page);
    return parent.resolve(name).toString();
  }

  private static boolean isFileOperand(List<String> words, int at, CommandLine command) {
    boolean first = at > 0 && !words.get(at - 1).startsWith("-");
    return first
        && List.of("select", "report").contains(words.get(0))
        && at == 1
        && !command.getCommandSpec().positionalParameters().isEmpty();
  }

  private CommandLine command(List<String> words) {
    CommandLine at = program;
    for (String word : words) {
      if (!at.getSubcommands().containsKey(word)) {
        break;
      }
      at = at.getSubcommands().get(word);
    }
    return at;
  }
}
