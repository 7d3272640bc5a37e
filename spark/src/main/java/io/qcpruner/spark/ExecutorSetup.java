package io.qcpruner.spark;

import io.qcpruner.eval.cluster.RunSource;
import java.io.Serializable;
import java.util.List;
import java.util.Map;

/**
 * What every executor must know of a run, sent to it once.
 *
 * @param run name of this run, one model per run and process
 * @param threads of one answer
 * @param modelChecksum of the driver's checkpoint
 * @param taskChecksums of the driver's data, by task
 * @param version of the driver's program
 * @param recordBroken record samples with broken media as wrong
 * @param timeoutSeconds longest time of a batch, 0 for none
 * @param shipped names of the checkpoint's files if the driver sends them, else empty
 */
record ExecutorSetup(
    String run,
    RunSource source,
    int threads,
    String modelChecksum,
    Map<String, String> taskChecksums,
    String version,
    boolean recordBroken,
    long timeoutSeconds,
    List<String> shipped)
    implements Serializable {}
