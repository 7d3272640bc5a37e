package io.qcpruner.server.local;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.method.Methods;
import io.qcpruner.core.method.PruningMethod;
import io.qcpruner.core.prune.Budgets;
import io.qcpruner.core.prune.Settings;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.prune.PruneRequest;
import io.qcpruner.server.chat.MethodInfo;
import io.qcpruner.server.chat.PruningChoice;
import io.qcpruner.server.error.ErrorCode;
import io.qcpruner.server.error.RequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What requests say about pruning, checked against the model. */
final class PruneChoices {
  private final VisionLanguageModel model;

  PruneChoices(VisionLanguageModel model) {
    this.model = model;
  }

  List<MethodInfo> methods() {
    List<MethodInfo> out = new ArrayList<>();
    for (PruningMethod entry : Methods.all()) {
      out.add(
          new MethodInfo(
              entry.name(),
              entry.summary(),
              entry.obstacle(model.facts()),
              entry.settings().stream()
                  .map(
                      s ->
                          new MethodInfo.Parameter(
                              s.name(),
                              s.values(),
                              s.help(),
                              s.standard().isPresent() ? s.standardText() : ""))
                  .toList()));
    }
    return out;
  }

  /** The method, or why it can't be: the texts are ours and name what is known. */
  Optional<PruneRequest> request(PruningChoice choice) throws RequestException {
    if (choice.isOff()) {
      return Optional.empty();
    }
    if (!Methods.names().contains(choice.method())) {
      throw new RequestException(
          ErrorCode.UNSUPPORTED_METHOD,
          "pruning.method",
          "There is no such method; known are none, " + String.join(", ", Methods.names()) + ".");
    }
    if (choice.budget() == null) {
      throw new RequestException(
          ErrorCode.INVALID_PRUNING,
          "pruning.budget",
          "Method " + choice.method() + " needs a budget, such as 64 or 0.25.");
    }
    try {
      return Optional.of(
          new PruneRequest(
              model.method(
                  new MethodSpec(
                      choice.method(),
                      Settings.parse(String.join(",", choice.settings())),
                      Optional.empty())),
              Budgets.parse(choice.budget())));
    } catch (IllegalArgumentException e) {
      throw new RequestException(
          serves(choice.method()) ? ErrorCode.INVALID_PRUNING : ErrorCode.UNSUPPORTED_METHOD,
          "pruning",
          e.getMessage());
    }
  }

  private boolean serves(String method) {
    return Methods.named(method).obstacle(model.facts()).isEmpty();
  }
}
