package io.qcpruner.cli;

import io.qcpruner.checkpoint.hub.OfflineException;
import io.qcpruner.checkpoint.hub.UnreachableHubException;
import io.qcpruner.checkpoint.weights.MissingTowerException;
import io.qcpruner.core.method.MissingTextTowerException;
import io.qcpruner.eval.cluster.NoClusterException;
import io.qcpruner.eval.data.PartialDataException;
import io.qcpruner.eval.run.BrokenSampleException;
import io.qcpruner.eval.run.UnfinishedRunException;
import io.qcpruner.eval.task.MissingDataFolderException;
import io.qcpruner.model.backbone.ClipNotSupportedException;
import java.util.Map;

/**
 * The option that helps with a failure. Libraries say what is wrong; which option mends it is known
 * here alone.
 */
final class NextStep {
  private static final Map<Class<? extends Exception>, String> STEPS =
      Map.of(
          UnfinishedRunException.class, "continue it with --resume",
          BrokenSampleException.class, "--skip-broken records such samples as wrong",
          MissingDataFolderException.class, "name it with --data DIR",
          PartialDataException.class, "--allow-partial accepts them",
          MissingTextTowerException.class, "name its folder with --clip DIR",
          MissingTowerException.class, "name it with --tower DIR",
          ClipNotSupportedException.class, "use --image",
          OfflineException.class, "leave --offline away",
          UnreachableHubException.class,
              "give --model a folder, --cache another cache or --hub another hub"
                  + " (--model embedded needs none of them)",
          NoClusterException.class, "use --engine spark");

  /** A build of libtorch without CUDA says this of itself; its failures have no types. */
  private static final String NO_CUDA = "not linked with support for cuda";

  private NextStep() {}

  /** What failed in one line, with the option that helps if there is one. */
  static String after(Throwable failure) {
    String message = FailureText.of(failure);
    if (message.contains(NO_CUDA)) {
      return message + "; build with -Pgpu, or use --device cpu";
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      String step = STEPS.get(cause.getClass());
      if (step != null) {
        return message + "; " + step;
      }
    }
    return message;
  }
}
