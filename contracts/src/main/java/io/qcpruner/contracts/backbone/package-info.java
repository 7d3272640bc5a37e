/** What model families promise, as a JUnit class to extend. */
package io.qcpruner.contracts.backbone;
