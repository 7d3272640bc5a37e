package io.qcpruner.checkpoint.config;

/**
 * What a checkpoint's config.json says, in our terms.
 *
 * @param imageTokenId placeholder id of image rows; -1 in layouts that splice features at a marker
 * @param videoTokenId placeholder id of video rows, -1 if none
 * @param gridPinpoints AnyRes canvases in file order, each pair as written in the file; empty
 *     otherwise
 * @param pinpointsHeightFirst how a pair of gridPinpoints was meant by the layout that wrote it
 * @param storedVideoTokens how the checkpoint says frames become rows; null for image families. The
 *     evaluation overrides it with {@link VideoTokens#EVALUATION}
 * @param maxPromptRows longest assembled prompt the tokenizer settings allow
 */
public record BackboneConfig(
    Family family,
    DecoderConfig decoder,
    VisionConfig vision,
    int imageTokenId,
    int videoTokenId,
    int visionStartTokenId,
    int visionEndTokenId,
    int[][] gridPinpoints,
    boolean pinpointsHeightFirst,
    VideoTokens storedVideoTokens,
    int maxPromptRows) {

  /** Without video settings; prompts may be as long as the decoder's positions. */
  public BackboneConfig(
      Family family,
      DecoderConfig decoder,
      VisionConfig vision,
      int imageTokenId,
      int videoTokenId,
      int visionStartTokenId,
      int visionEndTokenId,
      int[][] gridPinpoints,
      boolean pinpointsHeightFirst) {
    this(
        family,
        decoder,
        vision,
        imageTokenId,
        videoTokenId,
        visionStartTokenId,
        visionEndTokenId,
        gridPinpoints,
        pinpointsHeightFirst,
        null,
        decoder.maxPositions());
  }

  /** The same model with another decoder. */
  public BackboneConfig with(DecoderConfig other) {
    return new BackboneConfig(
        family,
        other,
        vision,
        imageTokenId,
        videoTokenId,
        visionStartTokenId,
        visionEndTokenId,
        gridPinpoints,
        pinpointsHeightFirst,
        storedVideoTokens,
        maxPromptRows);
  }
}
