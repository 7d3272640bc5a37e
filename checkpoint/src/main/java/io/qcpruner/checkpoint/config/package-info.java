/** Reads the JSON files of a checkpoint: generic parts that every family's reader is made of. */
package io.qcpruner.checkpoint.config;
