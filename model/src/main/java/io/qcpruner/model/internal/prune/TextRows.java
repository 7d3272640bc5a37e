package io.qcpruner.model.internal.prune;

import io.qcpruner.core.anchor.Anchors;
import io.qcpruner.core.anchor.PromptTokens;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.text.PromptEncoder;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Finds the sequence rows of prompt positions once pictures have taken their places. */
public final class TextRows {
  private TextRows() {}

  /** Rows of the assembled, unpruned sequence that hold the anchors of a prompt. */
  public static int[] of(Anchors anchors, PromptTokens prompt, TokenLayout layout) {
    boolean[] isText = new boolean[prompt.size()];
    for (int i = 0; i < isText.length; i++) {
      isText[i] = prompt.ids()[i] != PromptEncoder.PICTURE;
    }
    return of(anchors.positions(), isText, layout);
  }

  /**
   * @param positions indices into the prompt's token ids
   * @param isText for each prompt token, whether it is text and not a picture's place
   * @param layout the assembled, unpruned sequence
   * @return their rows, ascending; positions of pictures are left out
   */
  public static int[] of(int[] positions, boolean[] isText, TokenLayout layout) {
    int[] textRows =
        IntStream.range(0, layout.size()).filter(r -> layout.groups()[r] < 0).toArray();
    int[] rank = new int[isText.length];
    for (int i = 1; i < isText.length; i++) {
      rank[i] = rank[i - 1] + (isText[i - 1] ? 1 : 0);
    }
    return Arrays.stream(positions)
        .filter(p -> isText[p])
        .map(p -> textRows[rank[p]])
        .sorted()
        .toArray();
  }
}
