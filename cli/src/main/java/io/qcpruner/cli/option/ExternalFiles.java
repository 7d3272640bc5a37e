package io.qcpruner.cli.option;

import io.qcpruner.eval.data.DataException;
import io.qcpruner.eval.report.ExternalScores;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which file of server scores belongs to which run: {@code FILE} when there is one run, {@code
 * RUN=FILE} when there are several.
 */
public final class ExternalFiles {

  private final Map<Path, Path> fileOf = new HashMap<>();

  /**
   * @param given values of the option; none or null for no scores
   * @throws IllegalArgumentException if it isn't clear which run a file belongs to
   */
  public ExternalFiles(List<String> given, List<Path> runs) {
    for (String value : given == null ? List.<String>of() : given) {
      Path run = runs.size() == 1 ? runs.get(0) : null;
      String file = value;
      for (Path each : runs) {
        String prefix = each + "=";
        if (value.startsWith(prefix)) {
          run = each;
          file = value.substring(prefix.length());
        }
      }
      if (run == null) {
        throw new IllegalArgumentException(
            "with several runs --external needs RUN=FILE, where RUN is one of "
                + runs
                + ", not "
                + value);
      }
      if (fileOf.put(run, Path.of(file)) != null) {
        throw new IllegalArgumentException("two --external files for the run " + run);
      }
    }
  }

  /** The scores of a run; none if no file was given for it. */
  public ExternalScores of(Path run) throws DataException {
    return fileOf.containsKey(run) ? ExternalScores.read(fileOf.get(run)) : ExternalScores.NONE;
  }
}
