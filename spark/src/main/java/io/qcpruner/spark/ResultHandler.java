package io.qcpruner.spark;

/**
 * Takes results on the driver, each batch once and one at a time. It runs in the scheduler's event
 * loop: it must be short and must not throw.
 */
interface ResultHandler {

  void take(int batch, byte[] result);
}
