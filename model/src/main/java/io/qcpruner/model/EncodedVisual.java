package io.qcpruner.model;

import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.media.RgbImage;
import io.qcpruner.model.backbone.VisionOutput;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.nn.Holder;
import io.qcpruner.model.picture.Overlay;
import io.qcpruner.model.picture.PatchGeometry;
import io.qcpruner.model.prune.StageClock;
import java.util.Arrays;
import java.util.List;

/**
 * A picture or clip that went through the vision tower: any number of questions can be asked about
 * it without running the tower again. Holds native memory until closed.
 */
public final class EncodedVisual implements AutoCloseable {
  private final VisionOutput output;
  private final List<RgbImage> frames;
  private final PatchGeometry geometry;
  private final StageClock clock;
  private final Holder holder = new Holder();

  /** Call inside the scope that made the output: its tensors are held from here on. */
  EncodedVisual(
      VisionOutput output, List<RgbImage> frames, PatchGeometry geometry, StageClock clock) {
    this.output = output;
    this.frames = List.copyOf(frames);
    this.geometry = geometry;
    this.clock = clock;
    holder.hold(output.towerRows());
    if (output.merged() != null) {
      holder.hold(output.merged());
    }
  }

  public Visual visual() {
    return output.visual();
  }

  /** The picture, or the frames of a clip, as they were given. */
  public List<RgbImage> frames() {
    return frames;
  }

  /** Whether it is a clip, whose groups are frames. */
  public boolean isClip() {
    return visual() instanceof Visual.Clip
        || visual() instanceof Visual.Patches patches && patches.isClip();
  }

  /** Draws over the picture (or one frame of a clip). */
  public Overlay overlay(int frame) {
    return new Overlay(frames.get(frame), geometry);
  }

  /** Where candidates lie, for {@link #overlay}: one cell per candidate. */
  public static List<Overlay.Cell> cells(TokenLayout layout) {
    return Arrays.stream(layout.candidates())
        .mapToObj(
            r -> new Overlay.Cell(layout.groups()[r], layout.gridRows()[r], layout.gridCols()[r]))
        .toList();
  }

  /** The tower's output; valid until closed. */
  public VisionOutput output() {
    return output;
  }

  /** Time that preparing and encoding took. */
  public StageClock clock() {
    return clock;
  }

  @Override
  public void close() {
    holder.close();
    if (output.tap() != null) {
      output.tap().close();
    }
  }
}
