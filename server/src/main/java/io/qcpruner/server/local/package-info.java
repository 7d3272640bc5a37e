/** The port over a model in this process. */
package io.qcpruner.server.local;
