/** The methods command: which pruning methods there are, and how each is used. */
package io.qcpruner.cli.methods;
