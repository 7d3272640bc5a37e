/** InternVL in the layout of transformers: tiles in one run, the whole picture after them. */
package io.qcpruner.model.backbone.internvl;
