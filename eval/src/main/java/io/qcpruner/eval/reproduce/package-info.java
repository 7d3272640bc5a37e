/** The parts of the paper's evaluation and the shape of its tables. */
package io.qcpruner.eval.reproduce;
