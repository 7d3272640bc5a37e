package io.qcpruner.eval.engine;

import io.qcpruner.core.anchor.AnchorNames;
import io.qcpruner.core.anchor.AnchorSettings;
import io.qcpruner.core.method.Settings;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.eval.run.Setting;
import io.qcpruner.model.Ask;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.prune.PruneRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Turns a setting such as {@code qcpruner:rho=0.4,keywords=4} at {@code 64} into what the model
 * understands. {@code keywords}, {@code match}, {@code scope} and {@code suffix=strip} (no keywords
 * from answer-format instructions) belong to the anchors, all else to the method.
 */
final class SettingParser {

  private static final String KEYWORDS = "keywords=";
  private static final String STRIP = "suffix=strip";
  private static final String MATCH = "match=";
  private static final String SCOPE = "scope=";

  private final VisionLanguageModel model;
  private final Function<String, Budget> budgets;

  SettingParser(VisionLanguageModel model, Function<String, Budget> budgets) {
    this.model = model;
    this.budgets = budgets;
  }

  /** The question asked with the setting's method. */
  Ask apply(Ask ask, Setting setting) {
    if (setting.isFull()) {
      return ask;
    }
    List<String> parameters = new ArrayList<>();
    AnchorSettings anchors = AnchorSettings.ofPaper();
    for (String parameter : setting.parameters().split(",")) {
      if (parameter.startsWith(KEYWORDS)) {
        anchors = anchors.withKeywords(count(parameter));
      } else if (parameter.equals(STRIP)) {
        anchors = anchors.withStripTaskPhrases(true);
      } else if (parameter.startsWith(MATCH)) {
        anchors = anchors.withMode(AnchorNames.mode(parameter.substring(MATCH.length())));
      } else if (parameter.startsWith(SCOPE)) {
        anchors = anchors.withScope(AnchorNames.scope(parameter.substring(SCOPE.length())));
      } else if (!parameter.isEmpty()) {
        parameters.add(parameter);
      }
    }
    PruneRequest request =
        new PruneRequest(
            model.method(setting.methodName(), Settings.parse(parameters)),
            budgets.apply(setting.budget()));
    return ask.with(anchors).with(request);
  }

  private static int count(String parameter) {
    try {
      return Integer.parseInt(parameter.substring(KEYWORDS.length()));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "keywords must be a whole number, not " + parameter.substring(KEYWORDS.length()), e);
    }
  }
}
