/** The paper's ablation tables by name. */
package io.qcpruner.eval.preset;
