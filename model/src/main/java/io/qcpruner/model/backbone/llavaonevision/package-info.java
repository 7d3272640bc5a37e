/** LLaVA-OneVision: pictures as tiles, clips as pooled frames. */
package io.qcpruner.model.backbone.llavaonevision;
