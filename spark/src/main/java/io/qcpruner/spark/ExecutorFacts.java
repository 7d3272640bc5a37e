package io.qcpruner.spark;

/**
 * What an executor says about itself.
 *
 * @param id Spark's name of the executor
 * @param cores that its JVM may use
 * @param cpu vector instructions of the tensor engine's kernels
 * @param version of this program
 */
record ExecutorFacts(
    String id,
    String host,
    long pid,
    String java,
    int cores,
    String cpu,
    String blas,
    String version) {}
