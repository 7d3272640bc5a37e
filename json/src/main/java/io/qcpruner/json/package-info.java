/**
 * The one way JSON is read: bounded in size and depth, with messages that name file, line and
 * field. And the ways of files that every module shares: bounded reading, whole writing, digests.
 */
package io.qcpruner.json;
