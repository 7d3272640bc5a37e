package io.qcpruner.cli.reproduce;

import io.qcpruner.cli.explain.QualitativeFigures;
import io.qcpruner.cli.option.SampleNumber;
import io.qcpruner.eval.data.DataRoot;
import io.qcpruner.eval.engine.SampleMedia;
import io.qcpruner.eval.task.ModelProfile;
import io.qcpruner.eval.task.Sample;
import io.qcpruner.eval.task.TaskCatalog;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.VisionLanguageModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The qualitative figures of some samples.
 *
 * @param samples by their names, in the order of their rows
 */
public record FigurePart(Map<String, Sample> samples) {

  /** All figures of a reproduction, in the order of its page; depth has one for each budget. */
  private static final List<Pattern> FILES =
      Stream.of(
              "retention-budget.svg",
              "retention-cost.svg",
              "depth-[0-9a-z-]+.svg",
              "layers.svg",
              "figure-layers.png",
              "figure-anchors.png",
              "figure-cues.png")
          .map(Pattern::compile)
          .toList();

  /** Finds the samples; a sample whose data is not here is named in {@code missing}. */
  public static FigurePart of(
      List<String> names,
      TaskCatalog catalog,
      Optional<DataRoot> data,
      ModelProfile family,
      Map<String, String> missing) {
    Map<String, Sample> found = new LinkedHashMap<>();
    for (String name : names) {
      try {
        SampleNumber number = new SampleNumber.Parser().convert(name);
        found.put(name, number.find(catalog, data, family));
      } catch (IOException | IllegalArgumentException e) {
        missing.put("figures, " + name, e.getMessage());
      }
    }
    return new FigurePart(found);
  }

  /** Writes the figures with a model of their own. */
  public void write(VisionLanguageModel model, Path out) throws IOException {
    SampleMedia media = new SampleMedia(model);
    QualitativeFigures figures = new QualitativeFigures(model);
    for (Map.Entry<String, Sample> each : samples.entrySet()) {
      Sample sample = each.getValue();
      try (EncodedVisual seen = media.see(sample.media())) {
        figures.add(each.getKey(), sample.prompt(), seen, media.question(sample));
      }
    }
    figures.write(out);
  }

  /** The figures that a folder has. */
  public static List<Path> in(Path out) throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> files = Files.list(out)) {
      List<Path> sorted = files.sorted(Comparator.reverseOrder()).toList();
      for (Pattern name : FILES) {
        sorted.stream()
            .filter(file -> name.matcher(file.getFileName().toString()).matches())
            .forEach(found::add);
      }
    }
    return found;
  }
}
