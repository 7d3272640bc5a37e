/** Answer cleaning and scores of the benchmarks, each as its official script computes them. */
package io.qcpruner.eval.metric;
