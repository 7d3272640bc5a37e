package io.qcpruner.checkpoint.weights;

import java.nio.file.Path;

/** A tensor in one file of a checkpoint, under the name it has there. */
public record LocatedTensor(Path file, StoredTensor stored) {}
