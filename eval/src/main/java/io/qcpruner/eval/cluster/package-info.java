/** Where the work of an evaluation is done: in this process, or spread over machines. */
package io.qcpruner.eval.cluster;
