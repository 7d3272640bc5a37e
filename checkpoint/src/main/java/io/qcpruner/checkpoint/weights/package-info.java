/** Finds tensors in safetensors and PyTorch files, by canonical name, without an engine. */
package io.qcpruner.checkpoint.weights;
