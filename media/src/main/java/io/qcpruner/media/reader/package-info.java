/** The way in: files, addresses and bytes to pictures and clips. */
package io.qcpruner.media.reader;
