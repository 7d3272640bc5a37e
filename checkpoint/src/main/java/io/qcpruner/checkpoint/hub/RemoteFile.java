package io.qcpruner.checkpoint.hub;

/**
 * A file of a model as the hub lists it.
 *
 * @param size bytes, -1 if the listing does not say
 */
record RemoteFile(String name, long size) {}
