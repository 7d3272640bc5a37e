/**
 * What families share whose towers see square views, and which join blocks of neighbouring patches
 * (pixel shuffle) before the decoder.
 */
package io.qcpruner.model.backbone.shuffle;
