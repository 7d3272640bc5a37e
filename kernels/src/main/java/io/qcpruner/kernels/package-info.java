/**
 * Arithmetic on rows of floats in native memory: products with weights, norms, rotary embeddings
 * and attention. Each kernel exists in C++ and, with the same bits, in plain Java.
 */
package io.qcpruner.kernels;
