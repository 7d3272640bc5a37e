/** Set objectives and the greedy searches that maximise them. */
package io.qcpruner.core.objective;
