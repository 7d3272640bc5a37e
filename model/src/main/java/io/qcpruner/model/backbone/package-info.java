/** The four model families: what differs between them lives here and nowhere else. */
package io.qcpruner.model.backbone;
