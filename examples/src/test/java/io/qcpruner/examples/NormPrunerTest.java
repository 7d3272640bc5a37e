package io.qcpruner.examples;

import io.qcpruner.contracts.SequenceContract;
import io.qcpruner.core.prune.Pruner;

/** A method from outside keeps the promises of those inside. */
class NormPrunerTest extends SequenceContract {
  @Override
  protected Pruner method() {
    return new NormPruner(1);
  }
}
