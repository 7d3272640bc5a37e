/** Figures as PNG and SVG. */
package io.qcpruner.eval.plot;
