/**
 * What methods and selectors promise, as JUnit classes to extend: our own tests do, and those of
 * others can. Uses only what the core offers to everyone.
 */
package io.qcpruner.contracts;
