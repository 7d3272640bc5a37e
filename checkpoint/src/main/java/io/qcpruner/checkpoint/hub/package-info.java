/** Checkpoints from a model hub: listing, choosing files, resumable verified download, cache. */
package io.qcpruner.checkpoint.hub;
