/** Weights as tensors: mapped from files, seeded, or of another number type. */
package io.qcpruner.model.weights;
