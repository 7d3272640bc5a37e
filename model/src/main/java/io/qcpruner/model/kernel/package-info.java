/**
 * Arithmetic on a few rows in Java arrays, as a new token needs it: products with weights in native
 * memory, norms, attention of one row. No tensor engine, so nothing is allocated or dispatched per
 * operation.
 */
package io.qcpruner.model.kernel;
