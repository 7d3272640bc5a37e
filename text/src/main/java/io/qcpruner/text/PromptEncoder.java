package io.qcpruner.text;

import io.qcpruner.core.anchor.PromptTokens;
import io.qcpruner.core.anchor.TextRange;
import io.qcpruner.core.layout.SpanLabel;
import java.util.ArrayList;
import java.util.List;

/**
 * Labelled segments to labelled ids. Text between special tokens and pictures is encoded as one
 * run, so that tokens may cross segments as they would in the whole string. A token that holds a
 * visible character of the user is the user's; any other belongs to the segment of its first
 * character.
 */
public final class PromptEncoder {
  /** Stands for one picture or clip before its rows are known. */
  public static final int PICTURE = -200;

  private final Tokenizer tokenizer;

  public PromptEncoder(Tokenizer tokenizer) {
    this.tokenizer = tokenizer;
  }

  public PromptTokens encode(PromptTemplate template, Conversation conversation) {
    return encode(template.segments(conversation));
  }

  public PromptTokens encode(List<Segment> segments) {
    Building prompt = new Building();
    if (!writesBos(segments)) {
      tokenizer.bos().ifPresent(id -> prompt.add(id, SpanLabel.SPECIAL, 0, 0));
    }
    List<Segment> run = new ArrayList<>();
    for (Segment segment : segments) {
      if (segment.isText()) {
        run.add(segment);
        continue;
      }
      if (segment.orText() && tokenizer.special(segment.text()).isEmpty()) {
        run.add(Segment.template(segment.text()));
        continue;
      }
      encodeRun(run, prompt);
      run.clear();
      int id = segment.label() == SpanLabel.VISUAL ? PICTURE : specialId(segment.text());
      prompt.add(id, segment.label(), prompt.text.length(), prompt.text.length());
    }
    encodeRun(run, prompt);
    return prompt.tokens();
  }

  /** Chat templates of checkpoints write the first token themselves. */
  private boolean writesBos(List<Segment> segments) {
    return !segments.isEmpty()
        && segments.get(0).label() == SpanLabel.SPECIAL
        && tokenizer.special(segments.get(0).text()).equals(tokenizer.bos());
  }

  private int specialId(String token) {
    return tokenizer
        .special(token)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the tokenizer has no special token " + token + ", which the prompt needs"));
  }

  private void encodeRun(List<Segment> run, Building prompt) {
    StringBuilder text = new StringBuilder();
    int base = prompt.text.length();
    int[] ends = new int[run.size()];
    for (int i = 0; i < ends.length; i++) {
      Segment segment = run.get(i);
      int start = base + text.length();
      text.append(tokenizer.spelling(segment.text()));
      ends[i] = text.length();
      if (segment.typed()) {
        prompt.addUserRange(start, base + text.length());
      }
    }
    prompt.text.append(text);
    Tokens tokens = tokenizer.encode(text.toString());
    int segment = 0;
    for (int i = 0; i < tokens.size(); i++) {
      int first = tokens.starts()[i];
      while (segment < ends.length - 1 && first >= ends[segment]) {
        segment++;
      }
      int owner = owner(run, ends, segment, text, first, tokens.ends()[i]);
      prompt.add(tokens.ids()[i], run.get(owner).label(), base + first, base + tokens.ends()[i]);
    }
  }

  /** The first segment from {@code from} on whose text the user typed and the token shows. */
  private static int owner(
      List<Segment> run, int[] ends, int from, CharSequence text, int first, int last) {
    int start = first;
    for (int s = from; s < ends.length && start < last; s++) {
      int end = Math.min(last, ends[s]);
      if (run.get(s).typed() && !text.subSequence(start, end).toString().isBlank()) {
        return s;
      }
      start = Math.max(start, ends[s]);
    }
    return from;
  }

  /** The prompt so far. */
  private static final class Building {
    private final StringBuilder text = new StringBuilder();
    private final TokenBuffer tokens = new TokenBuffer();
    private final List<SpanLabel> labels = new ArrayList<>();
    private final List<TextRange> user = new ArrayList<>();

    void add(int id, SpanLabel label, int start, int end) {
      tokens.add(id, start, end);
      labels.add(label);
    }

    /** Neighbouring segments of one question are one range. */
    void addUserRange(int start, int end) {
      int last = user.size() - 1;
      if (last >= 0 && user.get(last).end() == start) {
        user.set(last, new TextRange(user.get(last).start(), end));
      } else {
        user.add(new TextRange(start, end));
      }
    }

    PromptTokens tokens() {
      Tokens all = tokens.tokens();
      return new PromptTokens(
          text.toString(),
          user,
          all.ids(),
          all.starts(),
          all.ends(),
          labels.toArray(SpanLabel[]::new));
    }
  }
}
