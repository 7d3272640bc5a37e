package io.qcpruner.core.anchor;

/** What one language needs: how to find words, which to leave out, and how to compare them. */
public record LanguageKit(
    AnchorLanguage language, WordSegmenter segmenter, StopWords stopWords, TextEmbedder embedder) {

  /** The paper's configuration. */
  public static LanguageKit english(TextEmbedder embedder) {
    return new LanguageKit(
        AnchorLanguage.ENGLISH, new VectorizerWords(), StopWords.english(), embedder);
  }
}
