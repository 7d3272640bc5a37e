/** Settings that need not be typed each time: a file and environment variables. */
package io.qcpruner.cli.settings;
