package io.qcpruner.model.backbone;

import io.qcpruner.checkpoint.config.DecoderConfig;

/**
 * What every family's configuration says about the decoder and its sequence.
 *
 * @param imageTokenId placeholder id of image rows; -1 in layouts that splice features at a marker
 * @param videoTokenId placeholder id of video rows, -1 if none
 * @param visionStartTokenId mark before a picture's rows, -1 if none
 * @param visionEndTokenId mark after a picture's rows, -1 if none
 * @param maxPromptRows longest assembled prompt the tokenizer settings allow
 */
public record BackboneConfig(
    DecoderConfig decoder,
    int imageTokenId,
    int videoTokenId,
    int visionStartTokenId,
    int visionEndTokenId,
    int maxPromptRows) {}
