/** Makes the embedded word vectors from public encoders. */
package io.qcpruner.distill;
