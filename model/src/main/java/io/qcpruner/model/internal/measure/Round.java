package io.qcpruner.model.internal.measure;

/**
 * One measured request. Wall time suffers from other programs; CPU time (all threads together)
 * compares two programs on a busy machine.
 *
 * @param visionMillis tower and projector
 * @param prefillMillis decoder on the whole prompt and logits of its last row
 * @param decodeMillis one new token, mean
 */
public record Round(
    double visionMillis,
    double prefillMillis,
    double decodeMillis,
    double visionCpuMillis,
    double prefillCpuMillis,
    double decodeCpuMillis) {}
