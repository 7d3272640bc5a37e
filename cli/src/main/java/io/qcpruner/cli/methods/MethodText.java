package io.qcpruner.cli.methods;

import io.qcpruner.cli.option.ScreenTable;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.prune.Setting;
import io.qcpruner.model.MethodDescription;
import io.qcpruner.pocket.PocketClips;
import io.qcpruner.pocket.PocketModel;
import java.util.List;

/**
 * Methods as a person reads about them.
 *
 * @param model the model's name, as it was given
 * @param kind its family
 * @param columns width of a line
 */
record MethodText(String model, String kind, int columns) {
  private static final String FULL = "the full model: nothing is pruned";
  private static final String INDENT = "    ";

  /** The family of the embedded model for clips. */
  private static final String CLIPS = "LLaVA-Video";

  private static final int LABEL = 9;

  /** All methods, or the one of that name. */
  String of(List<MethodDescription> all, String name) {
    if (name == null) {
      return list(all);
    }
    if (name.equals(MethodSpec.FULL_NAME)) {
      return MethodSpec.FULL_NAME + ": " + FULL + "\n";
    }
    return one(all.stream().filter(method -> method.name().equals(name)).findFirst().orElseThrow());
  }

  private String list(List<MethodDescription> all) {
    StringBuilder out = new StringBuilder();
    out.append(
        ScreenTable.wrapped(
            "Methods as they act on %s (%s). --model names another model; a method's name after the"
                    .formatted(model, kind)
                + " command shows its settings, source and an example.",
            columns,
            0));
    out.append('\n').append(MethodSpec.FULL_NAME).append('\n').append(INDENT).append(FULL);
    out.append('\n');
    for (MethodDescription method : all) {
      out.append(method.name()).append('\n');
      indented(method.about(), out);
      indented(
          method.obstacle().isPresent()
              ? "not on this model; serves " + String.join(", ", method.serves())
              : String.join(", ", method.acts()) + "; needs " + needs(method),
          out);
    }
    return out.toString();
  }

  private String one(MethodDescription method) {
    StringBuilder out = new StringBuilder();
    out.append(ScreenTable.wrapped(method.name() + ": " + method.about(), columns, 0)).append('\n');
    method.obstacle().ifPresent(reason -> labelled("refused", model + ": " + reason, out));
    labelled("acts", String.join(", ", method.acts()), out);
    labelled("needs", needs(method), out);
    labelled("serves", String.join(", ", method.serves()), out);
    method.source().ifPresent(source -> labelled("paper", source.paper(), out));
    method.source().ifPresent(source -> labelled("code", source.code(), out));
    out.append(method.settings().isEmpty() ? "\nNo settings.\n" : "\nSettings:\n");
    for (Setting<?> setting : method.settings()) {
      out.append("  ").append(setting.name()).append('\n');
      indented(setting.help(), out);
      indented(setting.values() + " (default: " + setting.defaultText() + ")", out);
    }
    out.append("\nExample:\n");
    example(method).forEach(line -> out.append("  ").append(line).append('\n'));
    return out.toString();
  }

  private static String needs(MethodDescription method) {
    return method.needs().isEmpty() ? "nothing" : String.join(", ", method.needs());
  }

  /** Commands that run as they stand, on an embedded model if one can be served. */
  private List<String> example(MethodDescription method) {
    boolean usable = method.obstacle().isEmpty();
    if (model.equals(PocketModel.NAME) && usable) {
      return List.of(
          "qcpruner pocket draw --out scene",
          "qcpruner ask --model embedded --image scene/scene.png"
              + " --questions scene/questions.jsonl --method "
              + method.example());
    }
    boolean clips = method.serves().contains(CLIPS);
    if (model.equals(PocketClips.NAME) && usable || model.equals(PocketModel.NAME) && clips) {
      return List.of(
          "qcpruner pocket draw --clip --out clip",
          "qcpruner ask --model embedded-clips --video clip/frames"
              + " --questions clip/questions.jsonl --method "
              + method.example());
    }
    return List.of(
        "qcpruner ask --model "
            + (usable ? model : "DIR")
            + " --image FILE --method "
            + method.example()
            + " \"What is this?\"");
  }

  private void indented(String text, StringBuilder out) {
    out.append(INDENT).append(ScreenTable.wrapped(text, columns, INDENT.length()));
  }

  private void labelled(String label, String text, StringBuilder out) {
    out.append(label).append(" ".repeat(LABEL - label.length()));
    out.append(ScreenTable.wrapped(text, columns, LABEL));
  }
}
