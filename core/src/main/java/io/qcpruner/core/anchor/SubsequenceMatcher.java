package io.qcpruner.core.anchor;

import io.qcpruner.core.layout.SpanLabel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Finds keywords as the paper writes it: tokenise the keyword again and look for its ids as a run
 * of prompt ids. What the paper leaves open (blanks, capitals) is the {@link MatchMode}. Hits
 * inside longer words are kept on purpose; {@link WordMatcher} does not make them.
 */
final class SubsequenceMatcher {

  /** Ids of the line break and of the blank that a sentence-piece tokenizer puts before it. */
  private static final int LINE_BREAK_IDS = 2;

  private final KeywordEncoder encoder;
  private final MatchMode mode;
  private final MatchScope scope;

  SubsequenceMatcher(KeywordEncoder encoder, MatchMode mode, MatchScope scope) {
    this.encoder = encoder;
    this.mode = mode;
    this.scope = scope;
  }

  List<AnchorSpan> match(PromptTokens prompt, Collection<String> keywords) {
    boolean[] searched = new boolean[prompt.size()];
    for (int i = 0; i < searched.length; i++) {
      searched[i] = inScope(prompt, i);
    }
    List<AnchorSpan> spans = new ArrayList<>();
    for (String keyword : keywords) {
      Map<List<Integer>, AnchorSpan> found = new LinkedHashMap<>();
      for (int[] ids : variants(keyword)) {
        for (int p = 0; p + ids.length <= prompt.size(); p++) {
          if (ids.length > 0 && isAt(prompt.ids(), searched, p, ids)) {
            AnchorSpan span = span(prompt, keyword, p, p + ids.length - 1);
            found.putIfAbsent(List.of(span.first(), span.last()), span);
          }
        }
      }
      spans.addAll(found.values());
    }
    spans.sort((a, b) -> a.first() != b.first() ? a.first() - b.first() : a.last() - b.last());
    return spans;
  }

  /** The id runs that stand for a keyword in this mode. */
  List<int[]> variants(String keyword) {
    List<int[]> variants = new ArrayList<>();
    for (String form : forms(keyword)) {
      variants.add(encoder.encode(form));
      if (mode != MatchMode.LITERAL) {
        variants.add(otherBlank(form));
      }
    }
    return variants;
  }

  private Set<String> forms(String keyword) {
    Set<String> forms = new LinkedHashSet<>();
    forms.add(keyword);
    if (mode == MatchMode.CASED) {
      int second = keyword.offsetByCodePoints(0, 1);
      forms.add(keyword.substring(0, second).toUpperCase(Locale.ROOT) + keyword.substring(second));
      forms.add(keyword.toUpperCase(Locale.ROOT));
    }
    return forms;
  }

  /** The ids without the blank where the tokenizer adds one, with a blank where it does not. */
  private int[] otherBlank(String form) {
    if (encoder.kind() == TokenizerKind.BYTE_LEVEL) {
      return encoder.encode(" " + form);
    }
    int[] ids = encoder.encode("\n" + form);
    return Arrays.copyOfRange(ids, Math.min(LINE_BREAK_IDS, ids.length), ids.length);
  }

  private boolean inScope(PromptTokens prompt, int token) {
    SpanLabel label = prompt.labels()[token];
    if (scope == MatchScope.PROMPT) {
      return label != SpanLabel.SPECIAL && label != SpanLabel.VISUAL;
    }
    // a blank of its own ("▁" before a digit) has a source and counts here, unlike in WordMatcher
    return prompt.isUser(token);
  }

  private static boolean isAt(int[] prompt, boolean[] searched, int at, int[] ids) {
    for (int i = 0; i < ids.length; i++) {
      if (!searched[at + i] || prompt[at + i] != ids[i]) {
        return false;
      }
    }
    return true;
  }

  private static AnchorSpan span(PromptTokens prompt, String keyword, int first, int last) {
    int start = prompt.starts()[first];
    int end = Math.max(start, prompt.ends()[last]);
    return new AnchorSpan(keyword, prompt.text().substring(start, end).strip(), first, last);
  }
}
