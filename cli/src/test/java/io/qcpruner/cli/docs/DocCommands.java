package io.qcpruner.cli.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Every command of this program that the README and the pages show. */
final class DocCommands {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  /** Commands within sentences; a name alone, such as `qcpruner eval`, is one, too. */
  private static final Pattern INLINE = Pattern.compile("`((?:\\./)?qcpruner [^`]+)`");

  private static final Pattern FENCE = Pattern.compile("\\s*```(.*)");
  private static final Pattern ASSIGNMENT = Pattern.compile("(?:\\$ )?([A-Za-z]+)=(\\S.*)");
  private static final Pattern LOOP = Pattern.compile("for ([a-z]+) in ([^;]+);.*");

  private final List<DocCommand> found = new ArrayList<>();
  private final Map<String, String> variables = new HashMap<>();

  private DocCommands() {}

  /**
   * One command.
   *
   * @param place page and line
   * @param words what follows the name of the program
   * @param comment what the line says about it
   * @param block whether it stands in a block, to be copied, and not within a sentence
   */
  record DocCommand(String place, List<String> words, String comment, boolean block) {
    @Override
    public String toString() {
      return place + ": " + String.join(" ", words);
    }
  }

  static List<DocCommand> all() throws IOException {
    DocCommands commands = new DocCommands();
    List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
    pages.add(ROOT.resolve("CONTRIBUTING.md"));
    pages.add(ROOT.resolve("SECURITY.md"));
    try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
      files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
    }
    for (Path page : pages) {
      commands.read(page);
    }
    return commands.found;
  }

  private void read(Path page) throws IOException {
    List<String> lines = Files.readAllLines(page);
    String language = null;
    for (int i = 0; i < lines.size(); i++) {
      String place = ROOT.relativize(page) + ":" + (i + 1);
      Matcher fence = FENCE.matcher(lines.get(i));
      if (fence.matches()) {
        language = language == null ? fence.group(1).strip() : null;
        variables.clear();
      } else if (language == null) {
        inline(place, lines.get(i));
      } else if (List.of("", "bash", "sh").contains(language)) {
        StringBuilder line = new StringBuilder(lines.get(i));
        while (line.toString().endsWith("\\")) {
          line.setLength(line.length() - 1);
          line.append(lines.get(++i));
        }
        block(place, line.toString());
      }
    }
  }

  private void block(String place, String line) {
    Matcher assignment = ASSIGNMENT.matcher(line);
    Matcher loop = LOOP.matcher(line);
    if (assignment.matches()) {
      variables.put(assignment.group(1), assignment.group(2).replace("\"", ""));
    } else if (loop.matches()) {
      String first = loop.group(2).startsWith("$(") ? "1" : loop.group(2).split(" ")[0];
      variables.put(loop.group(1), first);
    }
    ShellWords shell = ShellWords.of(line, variables);
    for (List<String> words : shell.commands()) {
      add(place, words, shell.comment(), true);
    }
  }

  /** In a sentence, a|b are alternatives and [x] may be left out. */
  private void inline(String place, String line) {
    Matcher matcher = INLINE.matcher(line);
    while (matcher.find()) {
      String text = matcher.group(1).replaceAll("\\[([A-Z]+)\\]", "$1");
      text = text.replaceAll("(\\w+)(\\|\\w+)+", "$1");
      ShellWords.of(text, Map.of()).commands().forEach(words -> add(place, words, "", false));
    }
  }

  private void add(String place, List<String> words, String comment, boolean block) {
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (word.equals("qcpruner") || word.endsWith("/qcpruner")) {
        // a loop's end is no word of the command
        List<String> own = new ArrayList<>(words.subList(i + 1, words.size()));
        found.add(new DocCommand(place, List.copyOf(own), comment, block));
        return;
      }
      if (!List.of("$", "do", "docker").contains(word)) {
        return;
      }
    }
  }
}
