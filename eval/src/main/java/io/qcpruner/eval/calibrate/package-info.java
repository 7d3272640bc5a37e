/** The paper's two calibrations: where to prune, and the utility floor. */
package io.qcpruner.eval.calibrate;
