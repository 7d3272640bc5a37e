/** What a method may ask the engine for. */
package io.qcpruner.core.signal;
