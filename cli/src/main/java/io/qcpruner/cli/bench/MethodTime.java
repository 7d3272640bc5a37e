package io.qcpruner.cli.bench;

import io.qcpruner.core.method.MethodSpec;
import java.util.OptionalDouble;

/**
 * What a method took for one workload.
 *
 * @param tokens the workload's label
 * @param millis median of the runs, all stages together; empty if the method can't serve it
 * @param kept candidates left by the last stage
 * @param refusal why it can't; empty if it can
 */
record MethodTime(
    MethodSpec method, String tokens, OptionalDouble millis, int kept, String refusal) {}
