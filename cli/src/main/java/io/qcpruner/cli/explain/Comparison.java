package io.qcpruner.cli.explain;

import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.Reply;
import io.qcpruner.model.backbone.PatchGeometry.Cell;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What methods keep of one picture at some budgets, with their answers and whether they are right.
 */
final class Comparison {
  static final String SHEET = "sheet.png";

  private final Strip strip;
  private final List<Cell> candidates;
  private final Reply full;
  private final Optional<String> right;
  private final List<Entry> entries = new ArrayList<>();

  /** A method at a budget. */
  private record Entry(
      String name, String method, String budget, Reply reply, BufferedImage image) {
    /** The name without a budget. */
    private String setting() {
      return name.replaceFirst("@.*", "");
    }

    private String file() {
      return "kept-" + name.replaceAll("[/%\\s]", "-");
    }
  }

  /**
   * @param full the answer without pruning
   * @param right the right answer, if it is known
   */
  Comparison(Strip strip, List<Cell> candidates, Reply full, Optional<String> right) {
    this.strip = strip;
    this.candidates = candidates;
    this.full = full;
    this.right = right;
  }

  /**
   * @param name what the user called it
   * @param method its label
   */
  void add(String name, String method, String budget, Reply reply) {
    List<Cell> cells =
        EncodedVisual.cells(reply.survivors()).stream().filter(c -> c.row() >= 0).toList();
    entries.add(new Entry(name, method, budget, reply, strip.kept(cells)));
  }

  private boolean severalBudgets() {
    return entries.stream().map(Entry::budget).distinct().count() > 1;
  }

  /** Picks of every entry; the budget stands beside the method where it tells them apart. */
  List<PickTable> picks() {
    return entries.stream().map(this::picks).toList();
  }

  private PickTable picks(Entry entry) {
    String label = label(entry);
    return new PickTable(severalBudgets() ? label + " @ " + entry.budget : label, entry.reply);
  }

  /** The method's label, or the user's words where two settings have the same label. */
  private String label(Entry entry) {
    boolean shared =
        entries.stream()
            .anyMatch(e -> e.method.equals(entry.method) && !e.setting().equals(entry.setting()));
    return shared ? entry.setting() : entry.method;
  }

  private LabelledSheet.Verdict verdict(Reply reply) {
    return right
        .map(answer -> LabelledSheet.Verdict.of(reply.text(), answer))
        .orElseGet(
            () ->
                reply == full
                    ? LabelledSheet.Verdict.UNKNOWN
                    : LabelledSheet.Verdict.beside(reply.text(), full.text()));
  }

  /** Adds the pictures to a page, and writes them beside it as one labelled sheet. */
  void show(Page page, String question) throws IOException {
    Page.Tile original = tile("original", strip.original(), "Full model", full, Boxes.NONE);
    if (severalBudgets()) {
      List<String> header = new ArrayList<>(List.of("full model", ""));
      budgets().forEach(budget -> header.add(budget + " tokens"));
      Map<String, List<Page.Tile>> rows = new LinkedHashMap<>();
      for (Entry entry : entries) {
        rows.computeIfAbsent(label(entry), m -> new ArrayList<>()).add(tile(entry));
      }
      page.grid(header, original, rows);
    } else {
      List<Page.Tile> tiles = new ArrayList<>(List.of(original));
      entries.forEach(entry -> tiles.add(tile(entry)));
      page.row(tiles);
    }
    page.markup("<p>All of it as one picture: <a href=\"" + SHEET + "\">" + SHEET + "</a></p>");
    sheet(question).write(page.file(SHEET));
  }

  private List<String> budgets() {
    return entries.stream().map(Entry::budget).distinct().toList();
  }

  private Page.Tile tile(Entry entry) {
    Boxes boxes = picks(entry).boxes(candidates, strip);
    return tile(entry.file(), entry.image, label(entry), entry.reply, boxes);
  }

  private Page.Tile tile(String file, BufferedImage image, String label, Reply reply, Boxes boxes) {
    LabelledSheet.Verdict verdict = verdict(reply);
    String caption =
        "%s: \u201c%s\u201d%s, %d of %d visual tokens"
            .formatted(
                label,
                reply.text(),
                verdict.words().isEmpty() ? "" : " (" + verdict.words() + ")",
                reply.keptTokens(),
                reply.visualTokens());
    return new Page.Tile(file, image, caption, verdict.tone(), boxes);
  }

  /** Methods are rows and budgets columns; with one budget methods are columns. */
  private LabelledSheet sheet(String question) {
    LabelledSheet.Picture scene = picture(strip.original(), full);
    if (!severalBudgets()) {
      List<String> labels = entries.stream().map(this::label).toList();
      List<LabelledSheet.Picture> pictures =
          entries.stream().map(e -> picture(e.image, e.reply)).toList();
      String row = budgets().stream().map(b -> b + " tokens").collect(Collectors.joining());
      return new LabelledSheet(
          question, scene, labels, List.of(new LabelledSheet.Row(row, pictures)));
    }
    Map<String, List<LabelledSheet.Picture>> rows = new LinkedHashMap<>();
    for (Entry entry : entries) {
      rows.computeIfAbsent(label(entry), m -> new ArrayList<>())
          .add(picture(entry.image, entry.reply));
    }
    return new LabelledSheet(
        question,
        scene,
        budgets().stream().map(b -> b + " tokens").toList(),
        rows.entrySet().stream()
            .map(r -> new LabelledSheet.Row(r.getKey(), r.getValue()))
            .toList());
  }

  private LabelledSheet.Picture picture(BufferedImage image, Reply reply) {
    return new LabelledSheet.Picture(LabelledSheet.fitted(image), reply.text(), verdict(reply));
  }
}
