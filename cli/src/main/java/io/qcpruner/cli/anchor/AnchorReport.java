package io.qcpruner.cli.anchor;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.core.anchor.AnchorLanguage;
import io.qcpruner.core.anchor.AnchorSettings;
import io.qcpruner.core.anchor.AnchorSpan;
import io.qcpruner.core.anchor.Anchors;
import io.qcpruner.core.anchor.Keyword;
import io.qcpruner.core.anchor.TaskPhrases;
import io.qcpruner.core.anchor.TextRange;
import io.qcpruner.text.internal.keyword.StaticModel;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The keywords of a prompt, and its anchors when a tokenizer was given, as text or JSON.
 *
 * @param anchors null without a tokenizer
 */
record AnchorReport(
    String text,
    AnchorSettings settings,
    StaticModel model,
    AnchorLanguage language,
    List<Keyword> keywords,
    Anchors anchors) {

  String toText() {
    StringBuilder out = new StringBuilder();
    if (settings.fullPrompt()) {
      out.append("full prompt: keywords are not used\n");
    } else if (keywords.isEmpty()) {
      out.append("no keywords: all content positions of the prompt become anchors (fallback)\n");
    }
    for (Keyword keyword : keywords) {
      out.append(String.format(Locale.ROOT, "%8.4f  %s%n", keyword.score(), keyword.word()));
    }
    if (anchors != null) {
      for (AnchorSpan span : anchors.spans()) {
        out.append(
            String.format(Locale.ROOT, "%4d-%-4d %s%n", span.first(), span.last(), span.surface()));
      }
      out.append("origin: ").append(anchors.origin()).append('\n');
      out.append("positions: ").append(Arrays.toString(anchors.positions())).append('\n');
    }
    out.append("words: ").append(language.code()).append(", vectors: ").append(model.source());
    out.append(", ").append(model.rows()).append(" x ").append(model.dimensions()).append('\n');
    appendHint(out);
    return out.toString();
  }

  /** The finding about answer-format instructions, shown where it bites. */
  private void appendHint(StringBuilder out) {
    List<String> crowding = instructionKeywords();
    if (!crowding.isEmpty()) {
      out.append("note: ")
          .append(crowding.size())
          .append(" of ")
          .append(keywords.size())
          .append(" keywords come from an answer-format instruction (")
          .append(String.join(", ", crowding))
          .append("); --strip-task-suffix leaves it out\n");
    }
  }

  /** Keywords that stand only inside known instructions. */
  private List<String> instructionKeywords() {
    if (settings.stripTaskPhrases()) {
      return List.of();
    }
    TaskPhrases phrases = TaskPhrases.ofBenchmarks();
    String question = phrases.strip(text).toLowerCase(Locale.ROOT);
    String instructions =
        phrases.find(text).stream()
            .map((TextRange range) -> range.of(text).toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(" "));
    return keywords.stream()
        .map(Keyword::word)
        .filter(word -> instructions.contains(word) && !question.contains(word))
        .toList();
  }

  ObjectNode toJson() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("text", text);
    ArrayNode words = root.putArray("keywords");
    for (Keyword keyword : keywords) {
      words.addObject().put("word", keyword.word()).put("score", keyword.score());
    }
    ArrayNode crowding = root.putArray("keywords_of_instructions");
    instructionKeywords().forEach(crowding::add);
    if (anchors != null) {
      ArrayNode spans = root.putArray("spans");
      for (AnchorSpan span : anchors.spans()) {
        spans
            .addObject()
            .put("keyword", span.keyword())
            .put("surface", span.surface())
            .put("first", span.first())
            .put("last", span.last());
      }
      root.put("origin", anchors.origin().name());
      ArrayNode positions = root.putArray("positions");
      Arrays.stream(anchors.positions()).forEach(positions::add);
    }
    root.set("settings", settingsJson());
    ObjectNode vectors = root.putObject("vectors");
    vectors.put("source", model.source());
    vectors.put("rows", model.rows());
    vectors.put("dimensions", model.dimensions());
    vectors.put("sha256", model.tableHash());
    return root;
  }

  private ObjectNode settingsJson() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("keywords", settings.keywords());
    node.put("strip_task_suffix", settings.stripTaskPhrases());
    node.put("match", settings.mode().name());
    node.put("scope", settings.scope().name());
    node.put("language", settings.language().toString());
    node.put("words_of", language.code());
    node.put("full_prompt", settings.fullPrompt());
    return node;
  }
}
