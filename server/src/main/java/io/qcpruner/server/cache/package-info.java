/** Values in native memory that several requests share. */
package io.qcpruner.server.cache;
