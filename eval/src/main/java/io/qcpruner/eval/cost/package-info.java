/** What a prefill costs, counted and measured. */
package io.qcpruner.eval.cost;
