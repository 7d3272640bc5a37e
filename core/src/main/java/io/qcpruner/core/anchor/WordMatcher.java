package io.qcpruner.core.anchor;

import io.qcpruner.core.layout.SpanLabel;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Finds keywords by the words of the prompt: a word whose lower-case form is a keyword is an
 * occurrence, and every token with a character of it belongs to the span. Capitals, missing blanks
 * and fused punctuation do not hide a word, and no word is found inside another.
 */
final class WordMatcher {

  private final WordSegmenter segmenter;
  private final MatchScope scope;

  WordMatcher(WordSegmenter segmenter, MatchScope scope) {
    this.segmenter = segmenter;
    this.scope = scope;
  }

  List<AnchorSpan> match(PromptTokens prompt, Set<String> keywords) {
    List<AnchorSpan> spans = new ArrayList<>();
    int from = 0;
    for (Word word : words(prompt)) {
      if (keywords.contains(word.form())) {
        from = firstTouching(prompt, word.range(), from);
        int last = from - 1;
        while (last + 1 < prompt.size() && reaches(prompt, last + 1, word.range())) {
          last++;
        }
        addSpan(spans, prompt, word, from, last);
      }
    }
    return spans;
  }

  private List<Word> words(PromptTokens prompt) {
    if (scope == MatchScope.PROMPT) {
      return segmenter.words(prompt.text());
    }
    List<Word> words = new ArrayList<>();
    for (TextRange piece : prompt.user()) {
      for (Word word : segmenter.words(piece.of(prompt.text()))) {
        words.add(new Word(word.form(), word.range().shifted(piece.start())));
      }
    }
    return words;
  }

  /** Words and sources both ascend, so the search goes on where the last word began. */
  private int firstTouching(PromptTokens prompt, TextRange word, int from) {
    int token = from;
    while (token < prompt.size()
        && !(inScope(prompt, token) && prompt.ends()[token] > word.start())) {
      token++;
    }
    return token;
  }

  private boolean reaches(PromptTokens prompt, int token, TextRange word) {
    return inScope(prompt, token) && prompt.starts()[token] < word.end();
  }

  private boolean inScope(PromptTokens prompt, int token) {
    if (!prompt.hasSource(token)) {
      return false;
    }
    SpanLabel label = prompt.labels()[token];
    return scope == MatchScope.PROMPT
        ? label != SpanLabel.SPECIAL && label != SpanLabel.VISUAL
        : prompt.isUser(token);
  }

  private static void addSpan(
      List<AnchorSpan> spans, PromptTokens prompt, Word word, int first, int last) {
    if (first <= last) { // a context limit may have cut the tokens off
      String surface = word.range().of(prompt.text());
      spans.add(new AnchorSpan(word.form(), surface, first, last));
    }
  }
}
