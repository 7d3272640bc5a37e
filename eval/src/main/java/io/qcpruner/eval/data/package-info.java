/** Public benchmark files as they are: one data root, a manifest, readers and ground truth. */
package io.qcpruner.eval.data;
