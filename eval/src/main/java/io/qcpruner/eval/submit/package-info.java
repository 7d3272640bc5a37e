/** Files for evaluation servers and in the formats of other programs. */
package io.qcpruner.eval.submit;
