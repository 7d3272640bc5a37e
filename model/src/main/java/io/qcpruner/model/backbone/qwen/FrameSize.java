package io.qcpruner.model.backbone.qwen;

import io.qcpruner.media.MediaException;
import io.qcpruner.media.internal.prep.SmartResize;

/** Which size the frames of a clip get. */
@FunctionalInterface
public interface FrameSize {

  SmartResize.Size of(int frames, int height, int width) throws MediaException;
}
