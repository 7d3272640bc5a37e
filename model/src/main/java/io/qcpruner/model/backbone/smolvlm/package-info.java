/** SmolVLM and Idefics3: tiles with row and column tags, the whole picture, frames with times. */
package io.qcpruner.model.backbone.smolvlm;
