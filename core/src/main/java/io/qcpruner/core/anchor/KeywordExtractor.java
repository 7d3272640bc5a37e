package io.qcpruner.core.anchor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The words of a text that are nearest to the whole text, as KeyBERT 0.9.0 ranks them with single
 * words, a stop list and no diversity. Grootendorst: "KeyBERT: Minimal keyword extraction with
 * BERT".
 *
 * <p>Paper symbol = our name: Phi = the returned list, phi_m = {@link Keyword}, M = {@code limit}.
 */
final class KeywordExtractor {

  private final LanguageKit kit;

  public KeywordExtractor(LanguageKit kit) {
    this.kit = kit;
  }

  /**
   * At most {@code limit} keywords, best first. Of words with equal similarity the alphabetically
   * later one comes first, because the reference sorts ascending, takes the tail and reverses it.
   */
  public List<Keyword> extract(String text, int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("at least one keyword must be allowed, not " + limit);
    }
    List<String> candidates = candidates(text);
    if (candidates.isEmpty()) {
      return List.of();
    }
    Keyword[] ranked = similarities(text, candidates);
    Arrays.sort(ranked, Comparator.comparingDouble(Keyword::similarity)); // stable
    List<Keyword> best = new ArrayList<>();
    for (int i = ranked.length - 1; i >= 0 && best.size() < limit; i--) {
      best.add(ranked[i]);
    }
    return best;
  }

  /** Distinct words that are not stop words, ascending by code point. */
  List<String> candidates(String text) {
    Set<String> distinct = new TreeSet<>(CodePointOrder.INSTANCE);
    for (Word word : kit.segmenter().words(text)) {
      if (!kit.stopWords().contains(word.form())) {
        distinct.add(word.form());
      }
    }
    return List.copyOf(distinct);
  }

  private Keyword[] similarities(String text, List<String> candidates) {
    double[] document = kit.embedder().embed(text);
    double norm = Cosine.norm(document);
    Keyword[] scored = new Keyword[candidates.size()];
    for (int i = 0; i < scored.length; i++) {
      String word = candidates.get(i);
      // adding zero turns -0.0 into 0.0: comparing doubles would order them, the reference does not
      double similarity = Cosine.of(document, norm, kit.embedder().embed(word)) + 0.0;
      scored[i] = new Keyword(word, similarity);
    }
    return scored;
  }
}
