package io.qcpruner.server.http;

import io.qcpruner.json.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;

/** API keys, kept as digests and compared in constant time. */
public final class ApiKeys {
  public static final ApiKeys NONE = of(List.of());

  private final List<byte[]> digests;

  private ApiKeys(List<byte[]> digests) {
    this.digests = digests;
  }

  public static ApiKeys of(List<String> keys) {
    if (keys.stream().anyMatch(String::isBlank)) {
      throw new IllegalArgumentException("a key is blank");
    }
    return new ApiKeys(keys.stream().map(ApiKeys::digest).toList());
  }

  /** One key per line; blank lines and those that begin with # do not count. */
  public static ApiKeys ofLines(List<String> lines) {
    return of(
        lines.stream().map(String::strip).filter(l -> !l.isEmpty() && !l.startsWith("#")).toList());
  }

  public boolean isEmpty() {
    return digests.isEmpty();
  }

  /** The number of the key that was given; all are compared, whichever is right. */
  public Optional<Integer> find(String given) {
    byte[] digest = digest(given);
    int found = -1;
    for (int i = 0; i < digests.size(); i++) {
      if (MessageDigest.isEqual(digests.get(i), digest)) {
        found = i;
      }
    }
    return found < 0 ? Optional.empty() : Optional.of(found);
  }

  private static byte[] digest(String key) {
    return Sha256.start().digest(key.getBytes(StandardCharsets.UTF_8));
  }
}
