/** LLaVA-1.5: from prepared pixels to decoder rows. */
package io.qcpruner.model.backbone.llava15;
