package io.qcpruner.cli.doctor;

import io.qcpruner.cli.settings.OptionDefaults;
import io.qcpruner.cli.settings.OptionDefaults.Shown;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** Where the values of options come from that are not typed. */
final class SettingsCheck {
  private static final String GROUP = "settings";

  private SettingsCheck() {}

  static List<Finding> findings(CommandSpec root) {
    if (!(root.defaultValueProvider() instanceof OptionDefaults settings)) {
      throw new IllegalStateException("the command line has no settings");
    }
    List<Finding> out = new ArrayList<>();
    String there = Files.exists(settings.file()) ? "" : " (not there)";
    out.add(Finding.fine(GROUP, "file", settings.file() + there));
    List<Shown> all = settings.shown(root.commandLine());
    for (Shown setting : all) {
      if (!setting.where().isEmpty()) {
        String value = "%s (%s)".formatted(setting.value(), setting.where());
        out.add(Finding.fine(GROUP, setting.name(), value));
      }
    }
    String unset =
        all.stream()
            .filter(setting -> setting.where().isEmpty())
            .map(Shown::name)
            .collect(Collectors.joining(", "));
    out.add(Finding.fine(GROUP, "not set", unset));
    return out;
  }
}
