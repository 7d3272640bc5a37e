package io.qcpruner.model;

import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.signal.VisionLayout;
import io.qcpruner.media.Detail;
import io.qcpruner.media.PictureSettings;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.internal.draw.Area;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.PatchGeometry;
import io.qcpruner.model.backbone.VisionOutput;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.VisualRows;
import io.qcpruner.model.nn.Holder;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.prune.StageClock;
import io.qcpruner.model.vision.TowerTap;
import io.qcpruner.model.vision.TowerWork;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.bytedeco.pytorch.Tensor;

/**
 * A picture or clip that went through the vision tower: any number of questions can be asked about
 * it without running the tower again. Holds native memory until closed.
 */
public final class EncodedVisual implements AutoCloseable {
  private final VisionOutput output;
  private final Source source;
  private final PatchGeometry geometry; // null without pictures to draw on
  private final StageClock clock;
  private final int width;
  private final Holder holder = new Holder();
  private TowerTap deeper; // null until a method asks for other layers than the last
  private VisualRows rows; // null until asked for, and where nothing is kept
  private volatile Reuse reuse = Reuse.NOTHING;
  private Runnable afterClosing = () -> {};

  /**
   * What it was made of.
   *
   * @param frames the picture, or the frames of a clip; none for pixels that were prepared
   *     elsewhere
   * @param settings that a picture was prepared with
   * @param detail what it got by them; empty where the family has only one, and for clips
   */
  record Source(List<RgbImage> frames, PictureSettings settings, Optional<Detail> detail) {
    Source {
      frames = List.copyOf(frames);
    }

    /** Frames of a clip, or nothing. */
    static Source of(List<RgbImage> frames) {
      return new Source(frames, PictureSettings.DEFAULT, Optional.empty());
    }
  }

  /** What of a prompt is kept in the decoder for later ones. */
  enum Reuse {
    NOTHING,
    /** Rows up to the end of the picture: for other questions. */
    PICTURE,
    /** All rows: for the same question with other methods. */
    PROMPT
  }

  /**
   * Call inside the scope that made the output: its tensors are held from here on.
   *
   * @param width of the rows that enter the decoder
   */
  EncodedVisual(VisionOutput output, Source source, StageClock clock, int width) {
    this.width = width;
    this.output = output;
    this.source = source;
    List<RgbImage> frames = source.frames();
    this.geometry =
        frames.isEmpty()
            ? null
            : output.visual().geometry(frames.get(0).width(), frames.get(0).height());
    this.clock = clock;
    holder.hold(output.towerRows());
    if (output.merged() != null) {
      holder.hold(output.merged());
    }
    output.deep().forEach(holder::hold);
  }

  public Visual visual() {
    return output.visual();
  }

  /** The picture, or the frames of a clip, as they were given. */
  public List<RgbImage> frames() {
    return source.frames();
  }

  Source source() {
    return source;
  }

  /** How the model looks at it. */
  public SeenVisual seen() {
    VisionLayout layout = output.layout();
    return new SeenVisual(
        isClip(), source.detail(), layout.views(), layout.gridRows(), layout.gridCols());
  }

  /** Whether it is a clip, whose groups are frames. */
  public boolean isClip() {
    return visual().isClip();
  }

  /** The parts of the picture (or of one frame of a clip) under grid cells. */
  public List<Area> areas(List<PatchGeometry.Cell> cells) {
    return cells.stream().map(geometry::area).toList();
  }

  /** Where candidates lie: one cell per candidate. */
  public static List<PatchGeometry.Cell> cells(TokenLayout layout) {
    return Arrays.stream(layout.candidates())
        .mapToObj(
            r ->
                new PatchGeometry.Cell(
                    layout.groups()[r], layout.gridRows()[r], layout.gridCols()[r]))
        .toList();
  }

  /**
   * Keeps the picture's rows in front of the decoder and what they left in it, so that further
   * questions about it compute only their own rows there. Logits may differ in the last bits from
   * those without it; they do not depend on what was asked before.
   */
  public EncodedVisual reusePrefix() {
    reuse = Reuse.PICTURE;
    return this;
  }

  /**
   * Keeps the picture's rows in front of the decoder, and what a whole prompt left in it up to the
   * layer where a method prunes, so that the same question with another method or budget goes on
   * from there. No bit changes.
   */
  public EncodedVisual reusePrompt() {
    reuse = Reuse.PROMPT;
    return this;
  }

  Reuse reuse() {
    return reuse;
  }

  /** All rows that take its place in the sequence. */
  VisualRows rows(Backbone backbone, Workspace workspace) {
    return reuse == Reuse.NOTHING
        ? backbone.rows(output, workspace)
        : keptRows(backbone, workspace);
  }

  private synchronized VisualRows keptRows(Backbone backbone, Workspace workspace) {
    if (rows == null) {
      rows = backbone.rows(output, workspace);
      holder.hold(rows.rows());
      rows.deep().forEach(holder::hold);
    }
    return rows;
  }

  void afterClosing(Runnable action) {
    afterClosing = action;
  }

  /**
   * The tower's output for a method that may ask for more than it recorded. It is kept for further
   * questions, except where rows are merged inside the tower: that output is the caller's.
   *
   * @param tower runs the tower again
   */
  synchronized VisionOutput output(TowerWork work, Function<TowerWork, VisionOutput> tower) {
    if (work.merging().isPresent()) {
      return tower.apply(work);
    }
    if (work.layers().isEmpty() || output.tap() != null && output.tap().has(work.layers())) {
      return output;
    }
    if (deeper == null || !deeper.has(work.layers())) {
      VisionOutput again = tower.apply(work);
      if (deeper != null) {
        deeper.close();
      }
      deeper = again.tap();
    }
    return output.withTap(deeper);
  }

  /** The tower's output; valid until closed. */
  public VisionOutput output() {
    return output;
  }

  /**
   * Memory that is held until closed: tensors, the pixels that were given, and the rows in front of
   * the decoder if questions are to share them.
   */
  public long bytes() {
    long bytes = output.towerRows().nbytes();
    long shared = output.towerRows().size(0);
    if (output.merged() != null) {
      bytes += output.merged().nbytes() + output.deep().stream().mapToLong(Tensor::nbytes).sum();
      shared = output.merged().size(0);
    }
    if (reuse != Reuse.NOTHING) {
      bytes += shared * width * Float.BYTES;
    }
    if (output.tap() != null) {
      bytes += output.tap().bytes();
    }
    if (deeper != null) {
      bytes += deeper.bytes();
    }
    return bytes + frames().stream().mapToLong(frame -> frame.rgb().length).sum();
  }

  /** Time that preparing and encoding took. */
  public StageClock clock() {
    return clock;
  }

  @Override
  public void close() {
    afterClosing.run();
    holder.close();
    if (output.tap() != null) {
      output.tap().close();
    }
    if (deeper != null) {
      deeper.close();
    }
  }
}
