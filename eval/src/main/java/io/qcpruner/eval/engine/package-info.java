/** The evaluation's view of a real model. */
package io.qcpruner.eval.engine;
