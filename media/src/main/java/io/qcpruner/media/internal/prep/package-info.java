/** From decoded pixels to the float arrays that the vision towers read, one class per backbone. */
package io.qcpruner.media.internal.prep;
