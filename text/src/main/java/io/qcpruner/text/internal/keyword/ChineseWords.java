package io.qcpruner.text.internal.keyword;

import io.qcpruner.core.anchor.LanguageDetector;
import io.qcpruner.core.anchor.TextRange;
import io.qcpruner.core.anchor.VectorizerWords;
import io.qcpruner.core.anchor.Word;
import io.qcpruner.core.anchor.WordSegmenter;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.cn.smart.HMMChineseTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;

/**
 * Words of Chinese text: runs of Han are cut by Lucene's hidden Markov model, everything else as in
 * English. Single ideographs are words.
 */
final class ChineseWords implements WordSegmenter {

  private final WordSegmenter others = new VectorizerWords();

  @Override
  public List<Word> words(String text) {
    List<Word> words = new ArrayList<>();
    int from = 0;
    while (from < text.length()) {
      boolean han = LanguageDetector.isHan(text.codePointAt(from));
      int to = from;
      while (to < text.length() && LanguageDetector.isHan(text.codePointAt(to)) == han) {
        to += Character.charCount(text.codePointAt(to));
      }
      String run = text.substring(from, to);
      for (Word word : han ? hanWords(run) : others.words(run)) {
        TextRange range = word.range();
        words.add(new Word(word.form(), new TextRange(from + range.start(), from + range.end())));
      }
      from = to;
    }
    return words;
  }

  private static List<Word> hanWords(String run) {
    List<Word> words = new ArrayList<>();
    try (HMMChineseTokenizer tokenizer = new HMMChineseTokenizer()) {
      tokenizer.setReader(new StringReader(run));
      CharTermAttribute term = tokenizer.getAttribute(CharTermAttribute.class);
      OffsetAttribute offsets = tokenizer.getAttribute(OffsetAttribute.class);
      tokenizer.reset();
      while (tokenizer.incrementToken()) {
        words.add(
            new Word(term.toString(), new TextRange(offsets.startOffset(), offsets.endOffset())));
      }
      tokenizer.end();
      return words;
    } catch (IOException e) {
      throw new UncheckedIOException("reading from a string failed", e);
    }
  }
}
