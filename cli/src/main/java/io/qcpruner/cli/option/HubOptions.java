package io.qcpruner.cli.option;

import io.qcpruner.checkpoint.hub.HubSettings;
import io.qcpruner.model.HubChoice;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where models come from and go to. */
public final class HubOptions {

  @Option(
      names = "--offline",
      negatable = true,
      fallbackValue = "true",
      description = "Use the cache only; never the network (as HF_HUB_OFFLINE=1).")
  private boolean offline;

  @Option(
      names = "--cache",
      paramLabel = "DIR",
      description =
          "Folder of downloaded models (default: HF_HUB_CACHE, HF_HOME/hub or"
              + " ~/.cache/huggingface/hub).")
  private Path cache;

  @Option(names = "--hub", paramLabel = "URL", description = "Address of the hub (HF_ENDPOINT).")
  private String endpoint;

  public HubSettings settings() {
    return choice().settings();
  }

  /** These options as a serializable value. */
  public HubChoice choice() {
    return new HubChoice(
        cache == null ? "" : cache.toString(), endpoint == null ? "" : endpoint, offline);
  }
}
