/** Draws over pictures: areas in full light, and values as colours. No fonts. */
package io.qcpruner.media.internal.draw;
