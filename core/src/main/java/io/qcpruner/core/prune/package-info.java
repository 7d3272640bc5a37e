/** What a pruning method is, its budget, its plan and its trace. */
package io.qcpruner.core.prune;
