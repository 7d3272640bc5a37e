/** Makes the archive that people download and start. */
package io.qcpruner.dist;
