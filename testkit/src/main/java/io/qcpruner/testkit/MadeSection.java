package io.qcpruner.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of a documentation page that a test makes: it compares the page with what it would write,
 * and writes it when its switch is given, such as {@code -Ddiagram.write}.
 */
public final class MadeSection {
  private static final String END = "<!-- end of what is made -->";

  private final Path page;
  private final Class<?> test;
  private final String command;
  private final boolean write;

  private MadeSection(Path page, Class<?> test, String command, boolean write) {
    this.page = page;
    this.test = test;
    this.command = command;
    this.write = write;
  }

  /**
   * The section of a page after the line {@code <!-- made by TEST -->}. Tests run in the folder of
   * their module, so the page is named from the folder above.
   *
   * @param property switch that renews the page
   */
  public static MadeSection of(String page, Class<?> test, String property) {
    Path module = Path.of("").toAbsolutePath();
    String command =
        "mvn -q -pl %s -am test -Dtest=%s -D%s -Dsurefire.failIfNoSpecifiedTests=false"
            .formatted(module.getFileName(), test.getSimpleName(), property);
    Path file = module.getParent().resolve(page);
    return new MadeSection(file, test, command, System.getProperty(property) != null);
  }

  /** Demands that the page holds these lines, or writes them. */
  public void check(List<String> made) throws IOException {
    List<String> lines = Files.readAllLines(page);
    int begin = lines.indexOf("<!-- made by " + test.getSimpleName() + " -->");
    int end = begin < 0 ? -1 : begin + lines.subList(begin, lines.size()).indexOf(END);
    assertTrue(end > begin, page + " has lost the marks of " + test.getSimpleName());
    if (write) {
      List<String> renewed = new ArrayList<>(lines.subList(0, begin + 1));
      renewed.addAll(made);
      renewed.addAll(lines.subList(end, lines.size()));
      Files.write(page, renewed);
      return;
    }
    assertEquals(
        String.join("\n", made),
        String.join("\n", lines.subList(begin + 1, end)),
        "renew it: " + command);
  }
}
