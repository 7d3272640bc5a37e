/** Writes what happens inside a model to one file, so that anyone can compare it with theirs. */
package io.qcpruner.model.internal.trace;
