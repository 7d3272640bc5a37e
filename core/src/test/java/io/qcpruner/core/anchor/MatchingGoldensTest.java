package io.qcpruner.core.anchor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.layout.SpanLabel;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Positions with the real Llama and Qwen2.5 vocabularies: benchmark prompts, the odd pieces of the
 * specification and random texts; made by reference/make_matching_goldens.py.
 */
class MatchingGoldensTest {

  /** One line of the golden file, still as text. */
  private record Golden(TokenizerKind kind, String[] fields) {

    String text() {
      return fields[1] + fields[2] + fields[3];
    }

    Set<String> keywords() {
      return new LinkedHashSet<>(words(fields[4]));
    }

    List<String> pieces() {
      return words(fields[6]);
    }

    PromptTokens prompt() {
      TextRange[] ranges = PieceRanges.of(kind, text(), pieces());
      int start = fields[1].length();
      return new PromptTokens(
          text(),
          List.of(new TextRange(start, start + fields[2].length())),
          words(fields[5]).stream().mapToInt(Integer::parseInt).toArray(),
          Arrays.stream(ranges).mapToInt(TextRange::start).toArray(),
          Arrays.stream(ranges).mapToInt(TextRange::end).toArray(),
          fields[8]
              .chars()
              .mapToObj(c -> c == 'U' ? SpanLabel.USER : SpanLabel.TEMPLATE)
              .toArray(SpanLabel[]::new));
    }

    /** The encodings that the golden file lists, as the tokenizer would give them. */
    KeywordEncoder encoder() {
      Map<String, int[]> encodings = new HashMap<>();
      String other = kind == TokenizerKind.BYTE_LEVEL ? " " : "\n";
      for (String entry : words(fields[13])) {
        String[] parts = entry.split(":");
        encodings.put(parts[0], numbers(parts[1]));
        encodings.put(other + parts[0], numbers(parts[2]));
      }
      return new KeywordEncoder() {
        @Override
        public TokenizerKind kind() {
          return kind;
        }

        @Override
        public int[] encode(String text) {
          return encodings.get(text);
        }
      };
    }

    private static List<String> words(String field) {
      return field.isEmpty() ? List.of() : List.of(field.split(" "));
    }

    private static int[] numbers(String list) {
      return Arrays.stream(list.split(",")).mapToInt(Integer::parseInt).toArray();
    }
  }

  @Test
  void sourceRanges() {
    for (Golden golden : goldens()) {
      String found =
          Arrays.stream(PieceRanges.of(golden.kind, golden.text(), golden.pieces()))
              .map(range -> range.start() + "-" + range.end())
              .collect(Collectors.joining(" "));
      assertEquals(golden.fields[7], found, golden.text());
    }
  }

  @Test
  void spansByWord() {
    for (Golden golden : goldens()) {
      PromptTokens prompt = golden.prompt();
      List<AnchorSpan> spans = byWord(prompt, golden.keywords());
      assertEquals(golden.fields[9], text(spans), golden.text());
      for (AnchorSpan span : spans) {
        String covered =
            prompt.text().substring(prompt.starts()[span.first()], prompt.ends()[span.last()]);
        assertTrue(covered.contains(span.surface()), covered);
        assertEquals(span.keyword(), span.surface().toLowerCase(Locale.ROOT));
      }
    }
  }

  @Test
  void spansByIds() {
    MatchMode[] modes = {MatchMode.LITERAL, MatchMode.SPACED, MatchMode.CASED};
    for (Golden golden : goldens()) {
      for (int i = 0; i < modes.length; i++) {
        SubsequenceMatcher matcher =
            new SubsequenceMatcher(golden.encoder(), modes[i], MatchScope.USER);
        List<AnchorSpan> spans = matcher.match(golden.prompt(), golden.keywords());
        // two keywords of one run of ids are two spans here and one in the golden
        String found =
            spans.stream()
                .map(span -> span.first() + "-" + span.last())
                .distinct()
                .collect(Collectors.joining(" "));
        assertEquals(golden.fields[10 + i], found, modes[i] + " " + golden.text());
      }
    }
  }

  @Test
  void everyKeywordOfTheTextHasASpan() {
    for (Golden golden : goldens()) {
      Set<String> matched =
          byWord(golden.prompt(), golden.keywords()).stream()
              .map(AnchorSpan::keyword)
              .collect(Collectors.toSet());
      Set<String> present =
          new VectorizerWords()
              .words(golden.fields[2]).stream().map(Word::form).collect(Collectors.toSet());
      present.retainAll(golden.keywords());
      assertEquals(present, matched, golden.text());
    }
  }

  private static List<AnchorSpan> byWord(PromptTokens prompt, Set<String> keywords) {
    return new WordMatcher(new VectorizerWords(), MatchScope.USER).match(prompt, keywords);
  }

  private static String text(List<AnchorSpan> spans) {
    return spans.stream()
        .map(span -> span.first() + "-" + span.last())
        .collect(Collectors.joining(" "));
  }

  private static List<Golden> goldens() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                MatchingGoldensTest.class.getResourceAsStream("matching-goldens.tsv"),
                StandardCharsets.UTF_8))) {
      List<Golden> goldens = lines.lines().map(MatchingGoldensTest::golden).toList();
      assertTrue(goldens.size() > 300, "cases: " + goldens.size());
      return goldens;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Golden golden(String line) {
    String[] fields =
        Stream.of(line.split("\t", -1)).map(String::translateEscapes).toArray(String[]::new);
    return new Golden(TokenizerKind.valueOf(fields[0]), fields);
  }
}
