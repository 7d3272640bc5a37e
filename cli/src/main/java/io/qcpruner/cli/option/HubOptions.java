package io.qcpruner.cli.option;

import io.qcpruner.checkpoint.hub.HubSettings;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** Where models come from and go to. */
public final class HubOptions {

  @Option(
      names = "--offline",
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
    Map<String, String> environment = new HashMap<>(System.getenv());
    if (endpoint != null) {
      environment.put("HF_ENDPOINT", endpoint);
    }
    HubSettings settings = HubSettings.of(environment, Path.of(System.getProperty("user.home")));
    if (cache != null) {
      settings = settings.withCache(cache);
    }
    return offline ? settings.withOffline(true) : settings;
  }
}
