package io.qcpruner.model.internal.measure;

import io.qcpruner.media.RgbImage;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.Prompt;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.backbone.BackboneConfig;
import io.qcpruner.text.PromptEncoder;
import java.util.Arrays;
import java.util.stream.IntStream;

/** A picture and questions as long as the evaluation prompt of LLaVA-1.5. */
final class BenchPrompt {
  private static final int PREFIX = 35;
  private static final int SUFFIX = 27;

  /** Three question words stand for matched anchors. */
  private static final int[] ANCHORS = {3, 5, 8};

  private BenchPrompt() {}

  /**
   * @param question other numbers have other ids after the picture
   * @param patches visual rows of the prompt
   */
  static Ask ask(VisionLanguageModel model, int question, int patches) {
    return ask(model, question, Arrays.stream(ANCHORS).map(a -> PREFIX + patches + a).toArray());
  }

  private static Ask ask(VisionLanguageModel model, int question, int[] anchorRows) {
    int[] ids =
        IntStream.range(0, PREFIX + 1 + SUFFIX)
            .map(i -> textId(model, 1 + (i < PREFIX ? i : i + 31 * question) % 97))
            .toArray();
    ids[PREFIX] = PromptEncoder.PICTURE;
    return Ask.of(new Prompt.Ids(ids, anchorRows)).withMaxNewTokens(0);
  }

  /** The id, or another one where it stands for a picture. */
  static int textId(VisionLanguageModel model, int id) {
    BackboneConfig config = model.backbone().config();
    return id == config.imageTokenId() || id == config.videoTokenId() ? 0 : id;
  }

  /** Visual rows of an unpruned prompt, newlines included. */
  static int patches(VisionLanguageModel model, EncodedVisual picture) {
    return model.ask(picture, ask(model, 0, new int[] {PREFIX + 1})).promptTokens()
        - PREFIX
        - SUFFIX;
  }

  /** Twelve fields of different colours and textures: patches resemble their neighbours. */
  static RgbImage picture() {
    int side = 672;
    byte[] rgb = new byte[3 * side * side];
    for (int y = 0; y < side; y++) {
      for (int x = 0; x < side; x++) {
        int field = y / 224 * 4 + x / 168;
        int texture = (x * (field + 1) / 7 + y * (field + 3) / 5) % 48;
        int at = 3 * (y * side + x);
        rgb[at] = (byte) (field * 20 + texture);
        rgb[at + 1] = (byte) (230 - field * 17 - texture);
        rgb[at + 2] = (byte) (field * field + 2 * texture);
      }
    }
    return new RgbImage(side, side, rgb);
  }
}
