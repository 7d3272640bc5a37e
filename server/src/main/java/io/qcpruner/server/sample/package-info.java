/** Sample scenes for the page. */
package io.qcpruner.server.sample;
