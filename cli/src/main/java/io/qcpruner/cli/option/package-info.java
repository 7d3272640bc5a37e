/** Options that several commands share, and what they open. */
package io.qcpruner.cli.option;
