package io.qcpruner.model.backbone;

import io.qcpruner.media.internal.prep.Pixels;

/** A picture or clip, prepared for one family's tower. */
public interface Visual {

  /** What the tower takes. */
  Pixels pixels();

  /** Whether it is a clip, whose groups are frames. */
  default boolean isClip() {
    return false;
  }

  /** Where the patches lie on the original picture of this size. */
  PatchGeometry geometry(int width, int height);
}
