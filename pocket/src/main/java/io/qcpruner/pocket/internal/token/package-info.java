/** The vocabulary of the embedded model. */
package io.qcpruner.pocket.internal.token;
