package io.qcpruner.eval.cluster;

import java.io.PrintStream;
import java.nio.file.Path;

/**
 * Where a run goes.
 *
 * @param folder the run folder
 * @param resume whether the folder may already hold records
 * @param version of this program, for the manifest
 * @param out for progress and warnings
 */
public record RunTarget(Path folder, boolean resume, String version, PrintStream out) {}
