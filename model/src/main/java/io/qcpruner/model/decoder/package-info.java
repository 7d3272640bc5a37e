/** The Llama and Qwen2 decoders, run layer by layer with an open boundary after each. */
package io.qcpruner.model.decoder;
