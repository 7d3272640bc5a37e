package io.qcpruner.kernels;

import java.nio.ByteBuffer;

/**
 * A matrix [outputs, inputs] as it is stored.
 *
 * @param numbers from the buffer's start
 */
public record FloatMatrix(StoredType type, int outputs, int inputs, ByteBuffer numbers) {}
