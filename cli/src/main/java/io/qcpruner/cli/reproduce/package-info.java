/** Plans and tables of the paper's evaluation. */
package io.qcpruner.cli.reproduce;
