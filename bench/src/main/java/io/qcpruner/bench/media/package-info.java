/** Measurements of decoding and preparing pictures. */
package io.qcpruner.bench.media;
