/** Failures and the one form in which clients see them. */
package io.qcpruner.server.error;
