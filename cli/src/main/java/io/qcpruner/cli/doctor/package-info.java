/** The doctor command: what this machine has, and which models it can run. */
package io.qcpruner.cli.doctor;
