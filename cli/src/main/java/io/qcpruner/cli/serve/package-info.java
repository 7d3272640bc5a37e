/** The command that serves a model over HTTP. */
package io.qcpruner.cli.serve;
