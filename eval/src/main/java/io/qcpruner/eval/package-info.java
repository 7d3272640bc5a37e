/** Benchmarks, metrics, runs and reports. */
package io.qcpruner.eval;
