/** Qwen3-VL: from prepared pixels to decoder rows. */
package io.qcpruner.model.backbone.qwen3vl;
