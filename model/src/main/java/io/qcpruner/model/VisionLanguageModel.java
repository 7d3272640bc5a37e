package io.qcpruner.model;

import io.qcpruner.checkpoint.config.GenerationConfig;
import io.qcpruner.core.anchor.AnchorFinder;
import io.qcpruner.core.anchor.AnchorSettings;
import io.qcpruner.core.method.Methods;
import io.qcpruner.core.method.Settings;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.media.AlphaPolicy;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.video.VideoFrames;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.VisionOutput;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.prune.Companions;
import io.qcpruner.model.prune.LayerCues;
import io.qcpruner.text.Tokenizer;
import io.qcpruner.text.keyword.AnchorFinders;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A multimodal model that answers questions about pictures and clips, with or without pruning. The
 * weights are shared and never change, so one model serves many threads; each request has its own
 * state.
 *
 * <pre>{@code
 * try (VisionLanguageModel model = VisionLanguageModel.open(ModelFolders.of(folder), Placement.cpu());
 *     Seen seen = model.see(image)) {
 *   Pruner pruner = model.method("qcpruner", Settings.NONE);
 *   Reply reply = model.ask(seen, Ask.of("What color is the bus?")
 *       .with(new PruneRequest(pruner, new Budget.Total(64))));
 * }
 * }</pre>
 */
public final class VisionLanguageModel implements AutoCloseable {
  private final LoadedModel loaded;
  private final VisualPreparer preparer;

  private VisionLanguageModel(LoadedModel loaded) {
    this.loaded = loaded;
    this.preparer = new VisualPreparer(loaded.backbone().config());
  }

  /** Opens a checkpoint on the CPU. */
  public static VisionLanguageModel open(Path folder) throws IOException {
    return open(ModelFolders.of(folder), Placement.cpu());
  }

  public static VisionLanguageModel open(ModelFolders folders, Placement placement)
      throws IOException {
    return open(folders, placement, WeightKind.STORED);
  }

  /** With the large matrices kept in another form than the file's. */
  public static VisionLanguageModel open(
      ModelFolders folders, Placement placement, WeightKind weights) throws IOException {
    return new VisionLanguageModel(LoadedModel.open(folders, placement, weights));
  }

  public Backbone backbone() {
    return loaded.backbone();
  }

  public Tokenizer tokenizer() {
    return loaded.tokenizer();
  }

  Companions companions() {
    return loaded.companions();
  }

  GenerationConfig generation() {
    return loaded.generation();
  }

  LoadedModel loaded() {
    return loaded;
  }

  /** What decides which methods can serve this model, and their defaults. */
  public io.qcpruner.core.method.Backbone facts() {
    return MethodFacts.of(backbone().config(), companions());
  }

  /** A method by name with this model's defaults; one that can't serve it is refused with why. */
  public Pruner method(String name, Settings settings) {
    return Methods.create(name, facts(), settings);
  }

  /** An anchor finder over the model's keyword vectors. */
  public AnchorFinder anchorFinder(AnchorSettings settings) {
    return AnchorFinders.of(settings, loaded.keywords());
  }

  /** What becomes of transparency when a picture is decoded for this model. */
  public AlphaPolicy alpha() {
    return preparer.alpha();
  }

  /** A frame as small as the tower needs it: hand this to the video reader. */
  public RgbImage shrink(RgbImage frame) {
    return preparer.shrink(frame);
  }

  /** Prepares a picture and runs the tower. */
  public Seen see(RgbImage image) throws IOException {
    long start = System.nanoTime();
    Visual visual = preparer.picture(image);
    return encode(visual, List.of(image), System.nanoTime() - start);
  }

  /** Prepares a clip and runs the tower on its frames. */
  public Seen see(VideoFrames clip) throws IOException {
    long start = System.nanoTime();
    Visual visual = preparer.clip(clip);
    return encode(visual, clip.frames(), System.nanoTime() - start);
  }

  private Seen encode(Visual visual, List<RgbImage> frames, long mediaNanos) {
    RgbImage first = frames.get(0);
    Seen[] seen = new Seen[1];
    long start = System.nanoTime();
    Scopes.run(
        () -> {
          try (Workspace workspace = new Workspace(backbone().decoder().placement())) {
            // keeping queries and keys of one layer is cheap, and any method may ask for them
            VisionOutput output = backbone().encode(visual, true, workspace);
            seen[0] =
                new Seen(
                    output,
                    frames,
                    preparer.geometry(visual, first.width(), first.height()),
                    mediaNanos,
                    System.nanoTime() - start);
          }
        });
    return seen[0];
  }

  /** Answers a question about what was seen. */
  public Reply ask(Seen seen, Ask ask) {
    Reply[] reply = new Reply[1];
    Scopes.run(() -> reply[0] = new Request(this, seen, ask).run());
    return reply[0];
  }

  /** The utility cues of a question at every decoder layer, without pruning. */
  public LayerCues cues(Seen seen, Ask ask) {
    LayerCues[] cues = new LayerCues[1];
    Scopes.run(() -> cues[0] = new Request(this, seen, ask).cues());
    return cues[0];
  }

  @Override
  public void close() {
    loaded.close();
  }
}
