package io.qcpruner.model;

import io.qcpruner.checkpoint.hub.HubSettings;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Where a model's name is looked up. An empty text leaves the choice to the environment of the
 * machine ({@code HF_HUB_CACHE}, {@code HF_ENDPOINT}); access tokens always come from there.
 *
 * @param cache folder of downloaded models
 * @param endpoint address of the hub
 * @param offline whether the network must not be used
 */
public record HubChoice(String cache, String endpoint, boolean offline) implements Serializable {

  /** Everything from the environment. */
  public static final HubChoice ENVIRONMENT = new HubChoice("", "", false);

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
