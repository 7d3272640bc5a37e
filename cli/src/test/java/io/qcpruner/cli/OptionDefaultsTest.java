package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.cli.settings.OptionDefaults;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The settings file, the variables before it, and the flags before both. */
class OptionDefaultsTest {
  @TempDir Path home;
  private final Map<String, String> environment = new HashMap<>();

  @Test
  void withoutAFileNothingIsSet() throws IOException {
    assertEquals("stored", value("--weights", "ask", "--model", "m", "--image", "i", "q"));
    Result result = run("ask", "--image", "i", "q");
    assertEquals(2, result.code);
    assertTrue(result.err.contains("--model"), result.err);
  }

  @Test
  void theFileSetsOptionsOfEveryCommandThatHasThem() throws IOException {
    file("model = 'embedded'\nmethod = 'divprune'\nbudget = 32\nthreads = 3\n");
    assertEquals("embedded", value("--model", "ask", "--image", "i", "q"));
    assertEquals("embedded", value("--model", "serve"));
    assertEquals("divprune", value("--method", "chat"));
    assertEquals("32", value("--budget", "ask", "--image", "i", "q"));
    assertEquals(3, this.<Integer>value("--threads", "ask", "--image", "i", "q"));
  }

  @Test
  void variablesGoBeforeTheFileAndFlagsBeforeBoth() throws IOException {
    file("model = 'embedded'\nbudget = '64'\n");
    environment.put("QCPRUNER_BUDGET", "25%");
    assertEquals("25%", value("--budget", "ask", "--image", "i", "q"));
    assertEquals("16", value("--budget", "ask", "--budget", "16", "--image", "i", "q"));
    environment.put("QCPRUNER_BUDGET", "");
    assertEquals("64", value("--budget", "ask", "--image", "i", "q"));
  }

  @Test
  void variablesOfTheHubsOwnProgramsGoBeforeTheFile() throws IOException {
    file("cache = '/of/the/file'\nhub = 'http://file'\n");
    assertEquals(Path.of("/of/the/file"), value("--cache", "pull", "a/b"));
    environment.put("HF_HOME", "/of/the/variable");
    // read where the hub's settings are made
    Path none = value("--cache", "pull", "a/b");
    assertNull(none);
    assertEquals("http://file", value("--hub", "pull", "a/b"));
    environment.put("QCPRUNER_CACHE", "/of/ours");
    assertEquals(Path.of("/of/ours"), value("--cache", "pull", "a/b"));
  }

  @Test
  void aTableIsForOneCommand() throws IOException {
    file(
        "model = 'embedded'\nbudget = 64\n[serve]\nport = 9000\nbudget = 32\n[ask]\nmax-tokens = 7\n");
    assertEquals(9000, this.<Integer>value("--port", "serve"));
    assertEquals("32", value("--budget", "serve"));
    assertEquals("64", value("--budget", "ask", "--image", "i", "q"));
    assertEquals(7, this.<Integer>value("--max-tokens", "ask", "--image", "i", "q"));
    assertEquals(256, this.<Integer>value("--max-tokens", "chat"));
  }

  @Test
  void commandsInGroupsHaveTablesToo() throws IOException {
    file("[calibrate.floor]\nbudget = 64\n");
    Object budget = value("--budget", "calibrate", "floor", "--model", "m", "--out", "o");
    assertEquals("64", String.valueOf(budget));
  }

  @Test
  void offlineCanBeTakenBack() throws IOException {
    assertEquals(false, this.<Boolean>value("--offline", "pull", "a/b"));
    assertEquals(true, this.<Boolean>value("--offline", "pull", "--offline", "a/b"));
    file("offline = true\n");
    assertEquals(true, this.<Boolean>value("--offline", "pull", "a/b"));
    assertEquals(true, this.<Boolean>value("--offline", "pull", "--offline", "a/b"));
    assertEquals(false, this.<Boolean>value("--offline", "pull", "--no-offline", "a/b"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          modle = 'x'                | line 1: no setting 'modle'; there are
          model = 'x'\\nmodel = 'y'  | line 2: model previously defined
          model = 'x                 | line 1:
          budget = 'many'            | line 1:
          [serv]\\nport = 1          | line 2: no command 'serv'
          [serve]\\nprot = 1         | line 2: no setting 'prot' of serve
          [serve]\\nno-page = true   | line 2: no-page is a flag
          full-prompt = true         | line 1: no setting 'full-prompt'
          model = ['a', 'b']         | line 1: model must be a text, a number, true or false
          method = 'qcpruner:('      | line 1:
          """)
  void badFilesAreRefusedWithFileAndLine(String text, String message) throws IOException {
    Path file = file(text.strip().replace("\\n", "\n"));
    IOException failure = assertThrows(IOException.class, () -> line().execute("doctor"));
    assertTrue(
        failure.getMessage().startsWith(file + ", " + message.strip()), failure.getMessage());
  }

  @Test
  void aValueOfTheWrongKindNamesItsPlace() throws IOException {
    Path file = file("model = 'embedded'\nthreads = 'many'\n");
    Result result = run("ask", "--image", "i", "q");
    assertEquals(2, result.code);
    assertTrue(result.err.contains("'many'") && result.err.contains(file + ", line 2"), result.err);
    environment.put("QCPRUNER_THREADS", "few");
    assertTrue(run("ask", "--image", "i", "q").err.contains("(QCPRUNER_THREADS)"));
  }

  @Test
  void theFileIsFoundByXdgOrByName() throws IOException {
    Path elsewhere = Files.createDirectories(home.resolve("xdg/qcpruner"));
    Files.writeString(elsewhere.resolve("config.toml"), "model = 'of xdg'");
    environment.put("XDG_CONFIG_HOME", home.resolve("xdg").toString());
    assertEquals("of xdg", value("--model", "serve"));
    Path named = Files.writeString(home.resolve("my.toml"), "model = 'named'");
    environment.put("QCPRUNER_CONFIG", named.toString());
    assertEquals("named", value("--model", "serve"));
    environment.put("QCPRUNER_CONFIG", home.resolve("none.toml").toString());
    IOException failure = assertThrows(IOException.class, this::line);
    assertTrue(failure.getMessage().contains("QCPRUNER_CONFIG"), failure.getMessage());
  }

  @Test
  void doctorSaysWhereValuesComeFrom() throws IOException {
    Path file = file("model = 'embedded'\nbudget = 64\n[serve]\nport = 9000\n");
    environment.put("QCPRUNER_BUDGET", "32");
    environment.put("HF_ENDPOINT", "http://mirror");
    String out = run("doctor").out;
    assertTrue(out.matches("(?s).*settings +model +embedded \\(" + file + ", line 1\\).*"), out);
    assertTrue(out.contains("32 (QCPRUNER_BUDGET, over " + file + ", line 2)"), out);
    assertTrue(out.contains("http://mirror (HF_ENDPOINT)"), out);
    assertTrue(out.matches("(?s).*settings +serve port +9000 .*line 4.*"), out);
    assertTrue(out.matches("(?s).*not set +.*weights.*"), out);
  }

  private Path file(String text) throws IOException {
    Path file = home.resolve(".config/qcpruner/config.toml");
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private CommandLine line() throws IOException {
    return Main.commandLine(OptionDefaults.load(environment, home));
  }

  /** What an option has after parsing; nothing is run. */
  @SuppressWarnings("unchecked")
  private <T> T value(String option, String... args) throws IOException {
    CommandLine.ParseResult parsed = line().parseArgs(args);
    while (parsed.hasSubcommand()) {
      parsed = parsed.subcommand();
    }
    return (T) parsed.commandSpec().findOption(option).getValue();
  }

  private record Result(int code, String out, String err) {}

  private Result run(String... args) throws IOException {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = line();
    line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    int code = line.execute(args);
    return new Result(code, out.toString(), err.toString());
  }
}
