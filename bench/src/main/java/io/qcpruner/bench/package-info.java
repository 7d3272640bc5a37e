/** JMH benchmarks. */
package io.qcpruner.bench;
