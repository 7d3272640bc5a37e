/** The demo: the embedded model on drawn scenes, in the terminal and as a page. */
package io.qcpruner.cli.demo;
