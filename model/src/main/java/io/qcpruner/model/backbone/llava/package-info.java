/** What the LLaVA families share: both configuration layouts, the plain tower and its projector. */
package io.qcpruner.model.backbone.llava;
