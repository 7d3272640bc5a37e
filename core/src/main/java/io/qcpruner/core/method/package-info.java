/**
 * The pruning methods, one file each, and the registry that makes them by name. A method states its
 * stages, the signals it needs, its parameters and its source; docs/methods.md compares each with
 * its paper and published code.
 */
package io.qcpruner.core.method;
