/** LLaVA-Video: from prepared pixels to decoder rows. */
package io.qcpruner.model.backbone.llavavideo;
