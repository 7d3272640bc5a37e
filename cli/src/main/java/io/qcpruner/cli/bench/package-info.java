/** What {@code qcpruner bench} measures; shared with the JMH benchmarks. */
package io.qcpruner.cli.bench;
