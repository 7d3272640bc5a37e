/** One class per command; what commands share lies in the packages below. */
package io.qcpruner.cli;
