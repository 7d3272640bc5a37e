/** Seeded randomness for tests: a failure prints its seed. */
package io.qcpruner.testkit;
