/** What the server counts. */
package io.qcpruner.server.metrics;
