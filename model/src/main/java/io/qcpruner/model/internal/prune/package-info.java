/** Pruning inside the models: engine-side signals, hooks that apply plans, and their traces. */
package io.qcpruner.model.internal.prune;
