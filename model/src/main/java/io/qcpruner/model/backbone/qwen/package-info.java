/** What the Qwen-VL families share: patches in block order, towers with a merger, three axes. */
package io.qcpruner.model.backbone.qwen;
