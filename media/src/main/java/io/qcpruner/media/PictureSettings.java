package io.qcpruner.media;

import java.util.Objects;

/**
 * How a picture is prepared for a model.
 *
 * @param detail how much of it the model looks at
 * @param amongOthers whether the conversation has other pictures, which some families show in
 *     another way than a single one
 */
public record PictureSettings(Detail detail, boolean amongOthers) {
  /** A single picture as the checkpoint's files say. */
  public static final PictureSettings DEFAULT = new PictureSettings(Detail.AUTO, false);

  public PictureSettings {
    Objects.requireNonNull(detail, "detail");
  }

  /** A single picture with this detail. */
  public static PictureSettings of(Detail detail) {
    return new PictureSettings(detail, false);
  }

  /** The same for a conversation with other pictures. */
  public PictureSettings withOthers() {
    return new PictureSettings(detail, true);
  }
}
