/** The command that shows query anchors. */
package io.qcpruner.cli.anchor;
