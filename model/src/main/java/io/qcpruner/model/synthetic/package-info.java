/** Generated checkpoints of every family, for tests and measurements without published weights. */
package io.qcpruner.model.synthetic;
