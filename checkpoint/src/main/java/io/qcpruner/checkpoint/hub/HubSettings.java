package io.qcpruner.checkpoint.hub;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * Where models come from and go to.
 *
 * @param endpoint address of the hub
 * @param cache folder of downloaded models, in the layout that the hub's own programs use
 * @param token access token for models that need one; null for none
 * @param offline whether the network must not be used
 * @param attempts how often a broken transfer is tried
 * @param pause wait before the second attempt; it doubles each time
 * @param stall time in which a transfer must bring something
 */
public record HubSettings(
    URI endpoint,
    Path cache,
    String token,
    boolean offline,
    int attempts,
    Duration pause,
    Duration stall) {

  private static final String DEFAULT_ENDPOINT = "https://huggingface.co";

  public HubSettings {
    boolean http = "http".equals(endpoint.getScheme()) || "https".equals(endpoint.getScheme());
    if (!http || endpoint.getHost() == null) {
      throw new IllegalArgumentException("HF_ENDPOINT is not a web address: " + shown(endpoint));
    }
  }

  /**
   * From the environment variables that the hub's own programs read: HF_ENDPOINT, HF_HUB_CACHE or
   * HF_HOME, HF_TOKEN, HF_HUB_OFFLINE.
   */
  public static HubSettings of(Map<String, String> environment, Path home) {
    String endpoint = environment.getOrDefault("HF_ENDPOINT", DEFAULT_ENDPOINT);
    Path hfHome =
        environment.containsKey("HF_HOME")
            ? Path.of(environment.get("HF_HOME"))
            : home.resolve(".cache").resolve("huggingface");
    Path cache =
        environment.containsKey("HF_HUB_CACHE")
            ? Path.of(environment.get("HF_HUB_CACHE"))
            : hfHome.resolve("hub");
    String offline = environment.getOrDefault("HF_HUB_OFFLINE", "0");
    URI address;
    try {
      address = URI.create(endpoint.replaceAll("/+$", ""));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "HF_ENDPOINT is not a web address: " + endpoint.replaceAll("//[^/]*@", "//***@"));
    }
    return new HubSettings(
        address,
        cache,
        environment.get("HF_TOKEN"),
        offline.equals("1") || offline.equalsIgnoreCase("true"),
        5,
        Duration.ofSeconds(1),
        Duration.ofSeconds(30));
  }

  public HubSettings withOffline(boolean value) {
    return new HubSettings(endpoint, cache, token, value, attempts, pause, stall);
  }

  public HubSettings withCache(Path folder) {
    return new HubSettings(endpoint, folder, token, offline, attempts, pause, stall);
  }

  /** An address without user name, password, query and fragment, for messages. */
  static String shown(URI address) {
    return address.toString().replaceAll("//[^/?#]*@", "//***@").replaceAll("[?#].*", "?...");
  }

  /** Without the token: settings end up in logs. */
  @Override
  public String toString() {
    return "hub %s, cache %s%s".formatted(shown(endpoint), cache, offline ? ", offline" : "");
  }
}
