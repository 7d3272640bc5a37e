/** Things that are chosen by name and may come from other jars. */
package io.qcpruner.core.registry;
