package io.qcpruner.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The option that helps with a failure. Libraries say what is wrong; which option mends it is known
 * here alone.
 */
final class NextStep {
  private static final Map<String, String> STEPS = new LinkedHashMap<>();

  static {
    STEPS.put("already holds a run", "continue it with --resume");
    STEPS.put("the run can be continued", "use --resume");
    STEPS.put("continue the run", "use --resume");
    STEPS.put("needs a data folder", "name it with --data DIR");
    STEPS.put("rows instead of", "--allow-partial accepts them");
    STEPS.put(" sample ", "--skip-broken records such samples as wrong");
    STEPS.put("CLIP text tower missing", "name its folder with --clip DIR");
    STEPS.put("needs its vision tower's folder", "name it with --tower DIR");
    STEPS.put("answers about pictures, not clips", "use --image");
    STEPS.put("the network is off", "leave --offline away");
    STEPS.put("weights as stored work everywhere", "use --weights stored");
    STEPS.put("not linked with support for cuda", "build with -Pgpu, or use --device cpu");
    STEPS.put("this engine works on this machine alone", "use --engine spark");
  }

  private NextStep() {}

  /** The message, with the option that helps if there is one. */
  static String after(String message) {
    for (Map.Entry<String, String> step : STEPS.entrySet()) {
      if (message.contains(step.getKey()) && !message.contains(step.getValue())) {
        return message + "; " + step.getValue();
      }
    }
    return message;
  }
}
