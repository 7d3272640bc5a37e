package io.qcpruner.eval.run;

import io.qcpruner.checkpoint.config.Family;
import io.qcpruner.eval.cost.PrefillFlops;

/**
 * Which model a run used.
 *
 * @param name as the user named it
 * @param checksum digest of the checkpoint
 * @param decoder shape of the decoder, for FLOPs
 */
public record ModelCard(String name, Family family, String checksum, PrefillFlops decoder) {}
