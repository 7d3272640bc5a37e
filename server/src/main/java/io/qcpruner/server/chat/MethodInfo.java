package io.qcpruner.server.chat;

import java.util.List;
import java.util.Optional;

/**
 * A pruning method as clients see it.
 *
 * @param obstacle why it can't serve this model, if it can't
 */
public record MethodInfo(
    String name, String about, Optional<String> obstacle, List<Parameter> parameters) {

  public MethodInfo {
    parameters = List.copyOf(parameters);
  }

  /**
   * A parameter of a method.
   *
   * @param values what it may be, in words
   * @param standard its value for this model when a request says nothing; empty where that can't be
   *     told
   */
  public record Parameter(String name, String values, String about, String standard) {}
}
