/** The parts of {@code qcpruner select}: its file, its selectors, its answer. */
package io.qcpruner.cli.select;
