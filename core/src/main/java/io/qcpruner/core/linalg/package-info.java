/** Matrices and kernels that give the same bits on every machine. */
package io.qcpruner.core.linalg;
