/** Measurements of the server in a process of its own, by clients on this machine. */
package io.qcpruner.cli.bench.serve;
