package io.qcpruner.tasks;

import io.qcpruner.checkpoint.hub.HubSettings;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * What a user said about the hub. Empty texts leave the choice to the environment of the machine;
 * access tokens always come from there and are never part of this.
 *
 * @param cache folder of downloaded models
 * @param endpoint address of the hub
 * @param offline whether the network must not be used
 */
public record HubWords(String cache, String endpoint, boolean offline) implements Serializable {

  /** All from the environment. */
  public static final HubWords NONE = new HubWords("", "", false);

  public HubSettings settings() {
    Map<String, String> environment = new HashMap<>(System.getenv());
    if (!endpoint.isEmpty()) {
      environment.put("HF_ENDPOINT", endpoint);
    }
    HubSettings settings = HubSettings.of(environment, Path.of(System.getProperty("user.home")));
    if (!cache.isEmpty()) {
      settings = settings.withCache(Path.of(cache));
    }
    return offline ? settings.withOffline(true) : settings;
  }
}
