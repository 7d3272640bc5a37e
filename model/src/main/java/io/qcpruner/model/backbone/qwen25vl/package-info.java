/** Qwen2.5-VL: from prepared pixels to decoder rows. */
package io.qcpruner.model.backbone.qwen25vl;
