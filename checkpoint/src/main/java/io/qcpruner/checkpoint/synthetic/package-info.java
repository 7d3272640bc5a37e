/** Writes checkpoints with seeded weights, in every form that public ones come in. */
package io.qcpruner.checkpoint.synthetic;
