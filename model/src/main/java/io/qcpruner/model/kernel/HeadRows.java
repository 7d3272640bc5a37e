package io.qcpruner.model.kernel;

import java.nio.ByteBuffer;

/**
 * Keys and values of one head: [rows, dim] each.
 *
 * @param narrow 16-bit floats instead of floats
 * @param offset of the first number in both buffers, in numbers
 */
public record HeadRows(
    boolean narrow, ByteBuffer keys, ByteBuffer values, int offset, int rows, int dim) {

  /** Bytes of a number. */
  int width() {
    return narrow ? Short.BYTES : Float.BYTES;
  }
}
