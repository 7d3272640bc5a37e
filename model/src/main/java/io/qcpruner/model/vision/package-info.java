/** The vision towers and what lies between them and the decoder. */
package io.qcpruner.model.vision;
