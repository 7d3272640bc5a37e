/** Bytes, files and addresses to checked pixels and frames; every size limit lives here. */
package io.qcpruner.media;
