/** Trains the embedded model with the model's own classes. */
package io.qcpruner.pocket.internal.train;
