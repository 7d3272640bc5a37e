/** One evaluation: model, settings, run folder, records, resume, shards. */
package io.qcpruner.eval.run;
