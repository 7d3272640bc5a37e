/** Native libraries, unpacked by one process at a time. */
package io.qcpruner.media.internal.natives;
