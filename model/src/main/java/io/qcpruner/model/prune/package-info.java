/** What a method decided at each of its stages, and the time of each part of a request. */
package io.qcpruner.model.prune;
