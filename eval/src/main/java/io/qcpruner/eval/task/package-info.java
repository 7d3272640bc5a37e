/** One file per benchmark: prompt, answer cleaning, metric. */
package io.qcpruner.eval.task;
