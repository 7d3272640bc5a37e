/** Tables, statistics and the comparison with the paper. */
package io.qcpruner.eval.report;
