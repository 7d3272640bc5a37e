/**
 * The one way JSON is read: bounded in size and depth, with messages that name file, line and
 * field.
 */
package io.qcpruner.json;
