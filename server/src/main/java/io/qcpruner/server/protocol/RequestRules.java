package io.qcpruner.server.protocol;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.media.Detail;
import java.util.List;

/**
 * What requests may ask for.
 *
 * @param names models that a request may name
 * @param tokens lengths of answers
 * @param maxBody bytes of a body
 * @param maxMedia pictures and clips of one conversation
 * @param mediaUrls whether http(s) addresses are fetched
 * @param method for requests that say nothing about it
 * @param detail of pictures that say nothing about it
 */
public record RequestRules(
    Names names,
    Tokens tokens,
    int maxBody,
    int maxMedia,
    boolean mediaUrls,
    MethodSpec method,
    Detail detail) {

  public static final RequestRules DEFAULT =
      new RequestRules(
          new Names(List.of(), false),
          new Tokens(1024, 128),
          32 << 20,
          8,
          false,
          MethodSpec.FULL,
          Detail.AUTO);

  public RequestRules {
    if (maxBody < 1 || maxMedia < 0) {
      throw new IllegalArgumentException("limits must be positive");
    }
  }

  /**
   * Names of the served model besides its own id.
   *
   * @param any whether every name is taken
   */
  public record Names(List<String> aliases, boolean any) {
    public Names {
      aliases = List.copyOf(aliases);
    }
  }

  /**
   * New tokens of an answer.
   *
   * @param limit of any request
   * @param usual of a request that says nothing
   */
  public record Tokens(int limit, int usual) {
    public Tokens {
      if (limit < 1 || usual < 1) {
        throw new IllegalArgumentException("limits must be positive");
      }
    }
  }

  public RequestRules with(Names other) {
    return new RequestRules(other, tokens, maxBody, maxMedia, mediaUrls, method, detail);
  }

  public RequestRules withMaxBody(int bytes) {
    return new RequestRules(names, tokens, bytes, maxMedia, mediaUrls, method, detail);
  }

  public RequestRules withMediaUrls(boolean fetched) {
    return new RequestRules(names, tokens, maxBody, maxMedia, fetched, method, detail);
  }
}
