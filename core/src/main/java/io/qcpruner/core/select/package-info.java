/** Subset selectors on a shared input: which K of N tokens to keep. */
package io.qcpruner.core.select;
