package io.qcpruner.model.backbone.llava;

import io.qcpruner.media.AlphaPolicy;
import io.qcpruner.media.video.VideoFrames;
import io.qcpruner.model.backbone.ClipNotSupportedException;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.VisualPreparer;

/** Preparation for families that answer about pictures alone. */
public abstract class PicturePreparer implements VisualPreparer {
  private final String label;

  /**
   * @param label the family's name, for messages
   */
  protected PicturePreparer(String label) {
    this.label = label;
  }

  @Override
  public AlphaPolicy alpha() {
    return AlphaPolicy.DROP;
  }

  @Override
  public final boolean takesClips() {
    return false;
  }

  @Override
  public final Visual clip(VideoFrames frames) {
    throw new ClipNotSupportedException(label + " answers about pictures, not clips");
  }
}
