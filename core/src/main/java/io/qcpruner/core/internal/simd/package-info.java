/** Vector API twins of the kernels; loaded only when the incubator module is there. */
package io.qcpruner.core.internal.simd;
