/** From logits to text: choosing tokens, stopping, streaming. */
package io.qcpruner.model.generate;
