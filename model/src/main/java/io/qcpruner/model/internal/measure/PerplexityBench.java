package io.qcpruner.model.internal.measure;

import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.text.Tokenizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * How well a model foretells a text. The text is cut into pieces as long as the context; each is
 * read on its own, and all its tokens but the first are foretold.
 */
public final class PerplexityBench {
  private final VisionLanguageModel model;
  private final Optional<VisionLanguageModel> stored;
  private final List<int[]> pieces;

  /** How the rows of a text are computed. */
  public enum Reading {
    /** All rows together, as the prompt of a request. */
    PROMPT(PromptLogits::new),
    /** Row by row, as new tokens are, so that rounded caches count. */
    TOKENS(TokenLogits::new);

    private final Function<VisionLanguageModel, TextLogits> maker;

    Reading(Function<VisionLanguageModel, TextLogits> maker) {
      this.maker = maker;
    }
  }

  /**
   * @param stored the same model with stored weights; empty if there is nothing to compare with
   * @param pieces token ids, at least two each
   */
  public PerplexityBench(
      VisionLanguageModel model, Optional<VisionLanguageModel> stored, List<int[]> pieces) {
    this.model = model;
    this.stored = stored;
    this.pieces = List.copyOf(pieces);
  }

  /**
   * Pieces of a text.
   *
   * @param context tokens of a piece, at least 2
   * @param tokens maximum number of tokens altogether
   * @throws IllegalArgumentException if there are fewer than two tokens, or the model's context is
   *     shorter than the pieces
   */
  public static List<int[]> pieces(
      VisionLanguageModel model, String text, int context, int tokens) {
    int longest = model.backbone().config().maxPromptRows();
    if (context < 2 || context > longest) {
      throw new IllegalArgumentException(
          "the context must have 2 to %d tokens for this model, not %d"
              .formatted(longest, context));
    }
    int[] ids = ids(model.tokenizer(), text, tokens);
    List<int[]> made = new ArrayList<>();
    for (int from = 0; from + 1 < ids.length; from += context) {
      int[] piece = Arrays.copyOfRange(ids, from, Math.min(ids.length, from + context));
      if (piece.length > 1) {
        made.add(piece);
      }
    }
    if (made.isEmpty()) {
      throw new IllegalArgumentException(
          "the text has %d tokens; at least 2 are needed".formatted(ids.length));
    }
    return made;
  }

  /** The text's first tokens; long texts are cut before they are tokenised. */
  private static int[] ids(Tokenizer tokenizer, String text, int tokens) {
    int characters = (int) Math.min(text.length(), 16L * tokens);
    int[] ids = tokenizer.encode(text.substring(0, characters)).ids();
    if (ids.length < tokens && characters < text.length()) {
      ids = tokenizer.encode(text).ids();
    }
    return Arrays.copyOf(ids, Math.min(ids.length, tokens));
  }

  /** Tokens that a reading foretells. */
  public int foretold() {
    return pieces.stream().mapToInt(p -> p.length - 1).sum();
  }

  /**
   * Reads all pieces.
   *
   * @param step called after every foretold token
   */
  public TextLoss read(Reading reading, Runnable step) {
    TextLoss loss = new TextLoss();
    try (TextLogits rounded = reading.maker.apply(model)) {
      if (stored.isEmpty()) {
        for (int[] piece : pieces) {
          read(piece, rounded, loss, step);
        }
        return loss;
      }
      try (TextLogits exact = reading.maker.apply(stored.get())) {
        for (int[] piece : pieces) {
          read(piece, exact, rounded, loss, step);
        }
      }
    }
    return loss;
  }

  private static void read(int[] piece, TextLogits model, TextLoss loss, Runnable step) {
    model.start(piece);
    for (int i = 1; i < piece.length; i++) {
      loss.add(model.next(), piece[i]);
      step.run();
    }
  }

  private static void read(
      int[] piece, TextLogits exact, TextLogits rounded, TextLoss loss, Runnable step) {
    exact.start(piece);
    rounded.start(piece);
    for (int i = 1; i < piece.length; i++) {
      loss.add(exact.next(), rounded.next(), piece[i]);
      step.run();
    }
  }
}
