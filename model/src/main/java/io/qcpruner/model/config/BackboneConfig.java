package io.qcpruner.model.config;

/**
 * What a checkpoint's config.json says, in our terms.
 *
 * @param imageTokenId placeholder id of image rows; -1 in layouts that splice features at a marker
 * @param videoTokenId placeholder id of video rows, -1 if none
 * @param gridPinpoints AnyRes canvases in file order, each pair as written in the file; empty
 *     otherwise
 * @param pinpointsHeightFirst how a pair of gridPinpoints was meant by the layout that wrote it
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
    boolean pinpointsHeightFirst) {}
