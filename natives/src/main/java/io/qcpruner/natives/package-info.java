/**
 * Folders that belong to the user alone, and native libraries that are unpacked into them and
 * checked before they are loaded.
 */
package io.qcpruner.natives;
