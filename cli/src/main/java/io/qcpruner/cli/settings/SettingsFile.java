package io.qcpruner.cli.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.tomlj.Toml;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlTable;

/** The settings file: TOML, names of options at the top, a table per command below. */
final class SettingsFile {
  static final String VARIABLE = "QCPRUNER_CONFIG";
  private static final long LARGEST = 1 << 20;

  private final Path file;
  private final List<OptionValue> settings = new ArrayList<>();

  private SettingsFile(Path file) {
    this.file = file;
  }

  /** Where the file is looked for; a file that the variable names must be there. */
  static Path place(Map<String, String> environment, Path home) throws IOException {
    String named = environment.getOrDefault(VARIABLE, "");
    if (!named.isEmpty()) {
      if (!Files.isRegularFile(Path.of(named))) {
        throw new IOException(VARIABLE + "=" + named + ": no such file");
      }
      return Path.of(named);
    }
    String base = environment.getOrDefault("XDG_CONFIG_HOME", "");
    // the base directory specification has relative paths ignored
    Path folder = !base.isEmpty() && Path.of(base).isAbsolute() ? Path.of(base) : null;
    return (folder == null ? home.resolve(".config") : folder).resolve("qcpruner/config.toml");
  }

  /** What a file says, in its order; nothing if there is none. */
  static List<OptionValue> read(Path path) throws IOException {
    if (!Files.exists(path)) {
      return List.of();
    }
    if (Files.size(path) > LARGEST) {
      throw new IOException(path + ": larger than a settings file can be (1 MB)");
    }
    TomlParseResult parsed = Toml.parse(path);
    if (parsed.hasErrors()) {
      TomlParseError first = parsed.errors().get(0);
      throw new IOException(at(path, first.position().line()) + ": " + first.getMessage());
    }
    SettingsFile file = new SettingsFile(path);
    file.add(List.of(), parsed);
    return file.settings;
  }

  private void add(List<String> command, TomlTable table) throws IOException {
    for (String key : table.keySet()) {
      List<String> quoted = List.of(key);
      Object value = table.get(quoted);
      if (value instanceof TomlTable inner) {
        List<String> words = new ArrayList<>(command);
        words.add(key);
        add(words, inner);
        continue;
      }
      String where = at(file, table.inputPositionOf(quoted).line());
      if (!(value instanceof String || value instanceof Number || value instanceof Boolean)) {
        throw new IOException(where + ": " + key + " must be a text, a number, true or false");
      }
      settings.add(new OptionValue(command, key, value.toString(), where));
    }
  }

  private static String at(Path file, int line) {
    return file + ", line " + line;
  }
}
