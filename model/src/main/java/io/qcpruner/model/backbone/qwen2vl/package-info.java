/** Qwen2-VL: from prepared pixels to decoder rows. */
package io.qcpruner.model.backbone.qwen2vl;
