/**
 * Reads the JSON files of a checkpoint: generic parts that every family's reader is made of, and
 * the calibration that may lie beside it, which is also written here.
 */
package io.qcpruner.checkpoint.config;
