/** Image resizing with the exact bytes of Pillow. */
package io.qcpruner.media.internal.resize;
