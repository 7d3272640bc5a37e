package io.qcpruner.model;

import io.qcpruner.core.anchor.Anchors;
import io.qcpruner.model.decoder.DecoderInput;
import java.util.Optional;

/**
 * A prompt whose pictures have taken their places.
 *
 * @param input what enters layer 0
 * @param unprunedRows rows of the input, and those that a method took from the tower's output
 * @param anchors query anchors, if somebody needs them and the prompt is text
 * @param anchorRows rows of the sequence that hold the anchors, ascending; empty without
 */
public record AssembledPrompt(
    DecoderInput input, int unprunedRows, Optional<Anchors> anchors, int[] anchorRows) {}
