/** How fast a model runs on this machine, on generated or real weights. */
package io.qcpruner.model.internal.measure;
