package io.qcpruner.text;

import io.qcpruner.text.internal.jinja.Text;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a template wrote, cut at special tokens and at places of pictures and clips.
 *
 * @param kinds what the places are for
 */
record RenderedPrompt(List<Segment> segments, List<VisualKind> kinds) {

  /** Cuts texts for one tokenizer. */
  static final class Cutter {
    private final VisualStrings visuals;
    private final List<String> strings; // longest first

    Cutter(VisualStrings visuals, Tokenizer tokenizer) {
      this.visuals = visuals;
      this.strings =
          Stream.concat(
                  Stream.of(visuals.picture(), visuals.clip()), tokenizer.addedTokens().stream())
              .filter(s -> !s.isEmpty())
              .distinct()
              .sorted(Comparator.comparing(String::length).reversed())
              .toList();
    }

    RenderedPrompt cut(Text text, ChatMessages messages) {
      RenderedPrompt out = new RenderedPrompt(new ArrayList<>(), new ArrayList<>());
      for (int from = 0; from < text.value().length(); ) {
        int to = text.runEnd(from);
        String run = text.value().substring(from, to);
        if (text.mark(from) == 0) {
          cut(run, out);
        } else {
          out.segments.add(messages.segment(text.mark(from), run));
        }
        from = to;
      }
      return out;
    }

    private void cut(String written, RenderedPrompt out) {
      int from = 0;
      for (int at = 0; at < written.length(); at++) {
        int here = at;
        String found =
            strings.stream().filter(s -> written.startsWith(s, here)).findFirst().orElse(null);
        if (found != null) {
          plain(written.substring(from, at), out);
          special(found, out);
          from = at + found.length();
          at = from - 1;
        }
      }
      plain(written.substring(from), out);
    }

    private static void plain(String text, RenderedPrompt out) {
      if (!text.isEmpty()) {
        out.segments.add(Segment.template(text));
      }
    }

    private void special(String token, RenderedPrompt out) {
      boolean picture = token.equals(visuals.picture());
      if (picture || token.equals(visuals.clip())) {
        out.segments.add(Segment.visual());
        out.kinds.add(picture ? VisualKind.PICTURE : VisualKind.CLIP);
      } else {
        out.segments.add(Segment.special(token));
      }
    }
  }
}
