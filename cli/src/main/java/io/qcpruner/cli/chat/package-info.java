/** A conversation in the terminal. */
package io.qcpruner.cli.chat;
