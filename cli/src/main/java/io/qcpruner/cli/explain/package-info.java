/** Pictures of what methods keep and of the cues behind it. */
package io.qcpruner.cli.explain;
