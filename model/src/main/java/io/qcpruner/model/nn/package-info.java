/**
 * The building blocks on libtorch: linear maps, norms, rotary positions, attention, and scopes for
 * native memory. Every allocation states its device and number type.
 */
package io.qcpruner.model.nn;
