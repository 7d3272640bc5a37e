package io.qcpruner.model;

import io.qcpruner.checkpoint.config.Calibration;
import io.qcpruner.checkpoint.hub.DownloadProgress;
import io.qcpruner.core.anchor.AnchorFinder;
import io.qcpruner.core.anchor.AnchorSettings;
import io.qcpruner.core.method.BackboneFacts;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.method.Methods;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.media.AlphaPolicy;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.MediaSource;
import io.qcpruner.media.PictureSettings;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.reader.MediaReader;
import io.qcpruner.media.video.FrameSampling;
import io.qcpruner.media.video.VideoFrames;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.VisionOutput;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.VisualPreparer;
import io.qcpruner.model.internal.prune.Companions;
import io.qcpruner.model.internal.prune.PruneRequest;
import io.qcpruner.model.nn.Cancellation;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.prune.StageClock;
import io.qcpruner.model.prune.StageClock.Part;
import io.qcpruner.model.vision.TowerWork;
import io.qcpruner.text.Tokenizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A multimodal model that answers questions about pictures and clips, with or without pruning. The
 * weights are shared and never change, so one model serves many threads; each request has its own
 * state.
 *
 * <pre>{@code
 * try (VisionLanguageModel model = VisionLanguageModel.open("llava-hf/llava-1.5-7b-hf");
 *     EncodedVisual picture = model.encode(MediaSource.of(Path.of("street.jpg")))) {
 *   Ask ask = Ask.of("What color is the bus?");
 *   Reply reply = model.ask(picture, ask.withMethod("qcpruner@64"));
 * }
 * }</pre>
 */
public final class VisionLanguageModel implements AutoCloseable {
  private final LoadedModel loaded;
  private final VisualPreparer preparer;
  private volatile TowerWork towerWork = TowerWork.TAP;

  private VisionLanguageModel(LoadedModel loaded) {
    this.loaded = loaded;
    this.preparer = loaded.backbone().spec().preparer();
  }

  /**
   * Opens a model by name on the CPU: a folder, a hub's {@code ORG/NAME}, which is downloaded
   * unless the cache has it, or the name of an embedded model.
   */
  public static VisionLanguageModel open(String model) throws IOException {
    return open(ModelReference.of(model));
  }

  /** Opens a model as described: other weights, another device, parts from other folders. */
  public static VisionLanguageModel open(ModelReference model) throws IOException {
    return model.open(DownloadProgress.SILENT);
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

  /** A backbone whose weights lie in no folder: it answers {@link Prompt.Ids}. */
  public static VisionLanguageModel of(Backbone backbone) {
    return new VisionLanguageModel(LoadedModel.of(backbone, Companions.NONE));
  }

  public Backbone backbone() {
    return loaded.backbone();
  }

  public Tokenizer tokenizer() {
    return loaded.tokenizer();
  }

  /** What decides which methods can serve this model, and their defaults. */
  public BackboneFacts facts() {
    return defaults().applyTo(MethodFacts.of(backbone().spec(), loaded.companions()));
  }

  /** A method by name with this model's defaults; one that can't serve it is refused with why. */
  public Pruner method(String name) {
    return method(MethodSpec.of(name));
  }

  /** A method with its settings and this model's defaults for the others. */
  public Pruner method(MethodSpec spec) {
    return Methods.create(spec, facts());
  }

  /**
   * Refuses a method that can't serve this model, and a budget that it can't meet as far as that is
   * known before a picture.
   *
   * @throws io.qcpruner.core.prune.PruningRefusedException that says what to change
   */
  public void require(MethodSpec spec) {
    request(spec)
        .filter(request -> backbone().spec().fixedPatchCount())
        .ifPresent(
            request -> request.pruner().requireBudget(request.budget(), facts().nominalPatches()));
  }

  /**
   * Says which methods will be asked, in place of what was said before: pictures that are encoded
   * from now on keep what these look at in the tower. Others work as well, but run the tower once
   * more for a picture's first question.
   */
  public void expect(List<MethodSpec> methods) {
    towerWork = work(methods);
  }

  private TowerWork work(List<MethodSpec> methods) {
    Set<Integer> layers = new TreeSet<>();
    for (MethodSpec spec : methods) {
      if (!spec.isFull()) {
        layers.addAll(method(spec).towerLayers());
      }
    }
    return new TowerWork(true, layers);
  }

  /** The only place where a method is made for a request; empty for the unpruned model. */
  private Optional<PruneRequest> request(MethodSpec spec) {
    return spec.isFull()
        ? Optional.empty()
        : Optional.of(new PruneRequest(method(spec), spec.requireBudget()));
  }

  /** The same, refused as well where a clip's frames are pooled and the method can't follow. */
  private Optional<PruneRequest> request(MethodSpec spec, List<EncodedVisual> visuals) {
    boolean pooled = visuals.stream().anyMatch(v -> backbone().spec().poolsFrames(v.visual()));
    if (pooled && !spec.isFull()) {
      Methods.create(spec, facts().withPooledFrames());
    }
    return request(spec);
  }

  /** The checkpoint's own values for methods. */
  public MethodDefaults defaults() {
    return loaded.defaults();
  }

  /** Frames that a clip is sampled to unless somebody says otherwise: 64, as in the paper. */
  public int clipFrames() {
    return defaults()
        .calibration()
        .flatMap(Calibration::frames)
        .orElse(FrameSampling.PAPER.frames());
  }

  /** An anchor finder over the model's keyword vectors. */
  public AnchorFinder anchorFinder(AnchorSettings settings) {
    return loaded.anchorFinder(settings);
  }

  /** What becomes of transparency when a picture is decoded for this model. */
  public AlphaPolicy alpha() {
    return preparer.alpha();
  }

  /** A frame as small as the tower needs it: hand this to the video reader. */
  public RgbImage shrink(RgbImage frame) {
    return preparer.shrink(frame);
  }

  /**
   * Reads a picture within the default limits and runs the tower.
   *
   * @throws io.qcpruner.media.MediaException if it is not a picture, or one over a limit
   */
  public EncodedVisual encode(MediaSource picture) throws IOException {
    return encode(picture, PictureSettings.DEFAULT);
  }

  /** The same with more or less detail, or as one of several pictures. */
  public EncodedVisual encode(MediaSource picture, PictureSettings settings) throws IOException {
    return encode(new MediaReader(MediaLimits.DEFAULT).image(picture, alpha()), settings);
  }

  /** Prepares a picture and runs the tower. */
  public EncodedVisual encode(RgbImage image) throws IOException {
    return encode(image, PictureSettings.DEFAULT, Cancellation.NONE);
  }

  /** The same with more or less detail, or as one of several pictures. */
  public EncodedVisual encode(RgbImage image, PictureSettings settings) throws IOException {
    return encode(image, settings, Cancellation.NONE);
  }

  /**
   * @param cancellation asked between the tower's layers
   * @throws java.util.concurrent.CancellationException if the caller gave up meanwhile
   */
  public EncodedVisual encode(RgbImage image, PictureSettings settings, Cancellation cancellation)
      throws IOException {
    return encode(image, settings, towerWork, cancellation);
  }

  /** The same for a question with this method, whatever {@link #expect} was told. */
  public EncodedVisual encode(
      RgbImage image, PictureSettings settings, MethodSpec method, Cancellation cancellation)
      throws IOException {
    return encode(image, settings, work(List.of(method)), cancellation);
  }

  private EncodedVisual encode(
      RgbImage image, PictureSettings settings, TowerWork work, Cancellation cancellation)
      throws IOException {
    StageClock clock = new StageClock();
    clock.enter(Part.MEDIA);
    EncodedVisual.Source source =
        new EncodedVisual.Source(List.of(image), settings, preparer.detail(settings));
    return encode(preparer.picture(image, settings), source, work, clock, cancellation);
  }

  /**
   * The picture as it is shown beside others: itself, or a new one where the family then prepares
   * it in another way. The caller closes both.
   *
   * @param method of the questions
   */
  public EncodedVisual amongOthers(EncodedVisual picture, MethodSpec method) throws IOException {
    PictureSettings settings = picture.source().settings();
    PictureSettings together = settings.withOthers();
    boolean same = preparer.detail(settings).equals(preparer.detail(together));
    return same || picture.isClip()
        ? picture
        : encode(picture.frames().get(0), together, method, Cancellation.NONE);
  }

  /** Prepares a clip and runs the tower on its frames. */
  public EncodedVisual encode(VideoFrames clip) throws IOException {
    return encode(clip, Cancellation.NONE);
  }

  public EncodedVisual encode(VideoFrames clip, Cancellation cancellation) throws IOException {
    StageClock clock = new StageClock();
    clock.enter(Part.MEDIA);
    return encode(
        preparer.clip(clip),
        EncodedVisual.Source.of(clip.frames()),
        towerWork,
        clock,
        cancellation);
  }

  /** The same for a question with this method, whatever {@link #expect} was told. */
  public EncodedVisual encode(VideoFrames clip, MethodSpec method, Cancellation cancellation)
      throws IOException {
    StageClock clock = new StageClock();
    clock.enter(Part.MEDIA);
    TowerWork work = work(List.of(method));
    return encode(
        preparer.clip(clip), EncodedVisual.Source.of(clip.frames()), work, clock, cancellation);
  }

  /** Runs the tower on pixels that were prepared elsewhere, without pictures to draw on. */
  public EncodedVisual encode(Visual visual) {
    StageClock clock = new StageClock();
    clock.enter(Part.MEDIA);
    return encode(visual, EncodedVisual.Source.of(List.of()), towerWork, clock, Cancellation.NONE);
  }

  /**
   * Fails when weight files were changed since they were mapped, as every request does; a server
   * asks before it takes one.
   *
   * @throws java.io.UncheckedIOException that names the file
   */
  public void requireUnchanged() {
    loaded.requireUnchanged();
  }

  private EncodedVisual encode(
      Visual visual,
      EncodedVisual.Source source,
      TowerWork work,
      StageClock clock,
      Cancellation cancellation) {
    loaded.requireUnchanged();
    clock.continueAs(Part.TOWER);
    return Scopes.compute(
        () -> {
          try (Workspace workspace = new Workspace(backbone().decoder().placement())) {
            // keeping queries and keys of one layer is cheap, and any method may ask for them
            VisionOutput output = backbone().encode(visual, work, workspace, cancellation);
            clock.leave();
            EncodedVisual made =
                new EncodedVisual(
                    output, source, clock, backbone().decoder().config().hiddenSize());
            made.afterClosing(() -> loaded.prefixes().drop(made));
            return made;
          }
        });
  }

  /** How much is kept of pictures whose prefix is reused; 1 GiB unless said. */
  public void keepPrefixes(long bytes) {
    loaded.prefixes().limit(bytes);
  }

  /** Answers a question about one picture or clip. */
  public Reply ask(EncodedVisual visual, Ask ask) {
    return ask(List.of(visual), ask);
  }

  /** Answers a conversation; its pictures and clips in the order of their places. */
  public Reply ask(List<EncodedVisual> visuals, Ask ask) {
    return ask(visuals, ask, PipelineObserver.NONE);
  }

  /** Like above, with an observer. */
  public Reply ask(List<EncodedVisual> visuals, Ask ask, PipelineObserver observer) {
    return ask(visuals, ask, request(ask.method(), visuals), observer);
  }

  /**
   * Several answers to one question, at once: the prompt is run once, and new tokens go through the
   * decoder together. The question's own sampling and listener are not used.
   */
  public List<Reply> ask(
      List<EncodedVisual> visuals,
      Ask ask,
      List<AnswerVariant> variants,
      PipelineObserver observer) {
    if (variants.isEmpty()) {
      throw new IllegalArgumentException("no answer is asked for");
    }
    return run(visuals, ask, request(ask.method(), visuals), variants, observer);
  }

  private Reply ask(
      List<EncodedVisual> visuals,
      Ask ask,
      Optional<PruneRequest> pruning,
      PipelineObserver observer) {
    AnswerVariant only =
        new AnswerVariant(ask.generation().sampling(), ask.listener(), score -> {});
    return run(visuals, ask, pruning, List.of(only), observer).get(0);
  }

  private List<Reply> run(
      List<EncodedVisual> visuals,
      Ask ask,
      Optional<PruneRequest> pruning,
      List<AnswerVariant> variants,
      PipelineObserver observer) {
    return Scopes.compute(
        () -> new Pipeline(loaded, visuals, ask, pruning, observer).run(variants));
  }

  /**
   * The utility cues of a question at every decoder layer, without pruning; anchors are found as
   * its method says.
   */
  public LayerCues cues(EncodedVisual visual, Ask ask) {
    return cues(visual, ask, CueObserver.NONE);
  }

  /** Like above, at one layer also keyword by keyword. */
  public LayerCues cues(EncodedVisual visual, Ask ask, int keywordLayer) {
    CueObserver observer = new CueObserver(backbone().decoder(), keywordLayer);
    ask(List.of(visual), ask.withMaxNewTokens(0), Optional.empty(), observer);
    return observer.cues();
  }

  @Override
  public void close() {
    loaded.close();
  }
}
