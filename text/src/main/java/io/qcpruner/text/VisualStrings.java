package io.qcpruner.text;

/**
 * What a checkpoint's chat template writes where a picture or clip belongs.
 *
 * @param picture for a picture, such as {@code <image>}
 * @param clip for a clip, such as {@code <video>}
 */
public record VisualStrings(String picture, String clip) {

  /** What most families use. */
  public static final VisualStrings TAGS = new VisualStrings("<image>", "<video>");

  /** Qwen-VL: pads between vision marks. */
  public static final VisualStrings PADS = new VisualStrings("<|image_pad|>", "<|video_pad|>");
}
