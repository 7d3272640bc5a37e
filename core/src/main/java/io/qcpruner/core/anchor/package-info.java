/** Query anchors: keywords of the prompt, and the prompt positions they stand at. */
package io.qcpruner.core.anchor;
