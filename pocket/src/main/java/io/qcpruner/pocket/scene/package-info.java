/** Drawn scenes: what is on them and how they become pixels. */
package io.qcpruner.pocket.scene;
