package io.qcpruner.cli.select;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.qcpruner.core.objective.Certificate;
import io.qcpruner.core.select.Selection;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Optional;

/** A selection as JSON. Written piece by piece: this command should start fast. */
public final class SelectionJson {

  private SelectionJson() {}

  /**
   * What is printed.
   *
   * @param selector name of the selector
   * @param tokens how many there were
   * @param rho utility floor
   * @param explain whether gains, evaluations and the certificate are added
   * @param certificate of coverage selections
   */
  public record Report(
      String selector,
      int tokens,
      float rho,
      Selection selection,
      boolean explain,
      Optional<Certificate> certificate) {}

  public static String of(Report report) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      Selection selection = report.selection();
      json.writeStartObject();
      json.writeStringField("selector", report.selector());
      json.writeNumberField("tokens", report.tokens());
      json.writeNumberField("count", selection.size());
      json.writeNumberField("rho", report.rho());
      json.writeFieldName("kept");
      int[] kept = selection.kept();
      json.writeArray(kept, 0, kept.length);
      json.writeFieldName("order");
      json.writeArray(selection.order(), 0, selection.size());
      if (!Double.isNaN(selection.objective())) {
        json.writeNumberField("objective", selection.objective());
      }
      if (report.explain()) {
        explain(json, selection, report.certificate());
      }
      json.writeArrayFieldStart("notes");
      for (String note : selection.notes()) {
        json.writeString(note);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    return text.toString();
  }

  private static void explain(
      JsonGenerator json, Selection selection, Optional<Certificate> certificate)
      throws IOException {
    json.writeArrayFieldStart("gains");
    for (float gain : selection.gains()) {
      json.writeNumber(gain);
    }
    json.writeEndArray();
    if (certificate.isPresent()) {
      Certificate c = certificate.get();
      json.writeNumberField("evaluations", selection.evaluations());
      json.writeNumberField("upperBound", c.upperBound());
      json.writeNumberField("share_of_optimum", c.share());
      json.writeStringField("quality", c.sentence());
    }
  }
}
