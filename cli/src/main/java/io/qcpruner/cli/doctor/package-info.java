/** The doctor command: what this machine has, and which models would fit. */
package io.qcpruner.cli.doctor;
