/** Scores of the embedded model and of methods on it. */
package io.qcpruner.pocket.internal.score;
