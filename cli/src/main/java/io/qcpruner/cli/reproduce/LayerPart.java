package io.qcpruner.cli.reproduce;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.qcpruner.eval.calibrate.LayerStability;
import io.qcpruner.eval.calibrate.LayerStability.Agreement;
import io.qcpruner.eval.calibrate.LayerStability.Protocol;
import io.qcpruner.eval.report.PaperTable;
import io.qcpruner.eval.report.TableFormat;
import io.qcpruner.eval.report.TextTable;
import io.qcpruner.eval.run.ModelCard;
import io.qcpruner.eval.run.RunJson;
import io.qcpruner.json.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The layer-stability table and figure. What was measured is kept, so that the same command doesn't
 * measure it again.
 *
 * @param out folder of tables and figures
 * @param card the model
 * @param task calibration task
 * @param limit samples, 0 for all
 * @param protocol of the measurement
 */
public record LayerPart(Path out, ModelCard card, String task, int limit, Protocol protocol) {

  private static final String FILE = "layers.json";
  private static final int PAPER_LAYERS = 32;
  private static final int PAPER_WIDTH = 4096;

  /** What is kept: everything that the numbers depend on, and the numbers. */
  record Kept(
      String checksum,
      String task,
      int limit,
      int from,
      int to,
      int topK,
      int samples,
      List<Agreement> agreements) {
    boolean isOf(LayerPart part) {
      return checksum.equals(part.card.checksum())
          && task.equals(part.task)
          && limit == part.limit
          && new Protocol(from, to, topK).equals(part.protocol);
    }
  }

  /** Measures a model. */
  public interface Measurement {
    LayerStability run() throws IOException;
  }

  /** Measures unless the folder has it, then writes the table in every format and the figure. */
  public List<TextTable> write(Measurement measurement) throws IOException {
    Path file = out.resolve("runs").resolve(FILE);
    Optional<Kept> before = read(file).filter(kept -> kept.isOf(this));
    Kept kept = before.isPresent() ? before.get() : measured(measurement, file);
    List<TextTable> tables = new ArrayList<>();
    tables.add(LayerStability.text(kept.agreements, protocol, kept.samples));
    differences(kept).ifPresent(tables::add);
    Files.createDirectories(out);
    for (TableFormat format : TableFormat.values()) {
      WholeFile.write(out.resolve("layers." + format.ending()), format.render(tables));
    }
    LayerStability.figure(
            kept.agreements, protocol.consensusFrom(), protocol.consensusTo(), protocol.topK())
        .write(out, "layers");
    return tables;
  }

  private Kept measured(Measurement measurement, Path file) throws IOException {
    LayerStability stability = measurement.run();
    Kept kept =
        new Kept(
            card.checksum(),
            task,
            limit,
            protocol.consensusFrom(),
            protocol.consensusTo(),
            protocol.topK(),
            stability.samples(),
            stability.agreements());
    Files.createDirectories(file.getParent());
    WholeFile.write(file, RunJson.MAPPER.writeValueAsString(kept));
    return kept;
  }

  /** A damaged file is measured again. */
  private static Optional<Kept> read(Path file) throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(RunJson.MAPPER.readValue(Files.readString(file), Kept.class));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /** Ours minus the paper's, for the model and the samples of its table. */
  private Optional<TextTable> differences(Kept kept) {
    boolean same =
        card.decoder().layers() == PAPER_LAYERS
            && card.decoder().hidden() == PAPER_WIDTH
            && task.equals("mmstar");
    if (!same) {
      return Optional.empty();
    }
    PaperTable paper = PaperTable.load("layer_stability");
    List<List<String>> rows = new ArrayList<>();
    for (Agreement a : kept.agreements) {
      Optional<Map<String, String>> printed = paper.find("layer", Integer.toString(a.layer()));
      printed.ifPresent(
          p ->
              rows.add(
                  List.of(
                      Integer.toString(a.layer()),
                      minus(a.fused(), p.get("fused_spearman")),
                      minus(a.topK(), p.get("top64_jaccard")),
                      minus(a.alignment(), p.get("alignment_spearman")),
                      minus(a.similarity(), p.get("hidden_spearman")))));
    }
    return Optional.of(
        new TextTable(
            "Ours - paper: layer stability",
            List.of("Layer", "Fused", "Top-64", "Align.", "Hidden"),
            rows,
            List.of()));
  }

  private static String minus(double ours, String theirs) {
    return String.format(Locale.ROOT, "%+.3f", ours - Double.parseDouble(theirs));
  }
}
