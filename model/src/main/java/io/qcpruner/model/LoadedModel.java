package io.qcpruner.model;

import io.qcpruner.checkpoint.config.Calibration;
import io.qcpruner.checkpoint.config.ClipTextConfig;
import io.qcpruner.checkpoint.config.GenerationConfig;
import io.qcpruner.checkpoint.config.VitConfig;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.anchor.AnchorFinder;
import io.qcpruner.core.anchor.AnchorSettings;
import io.qcpruner.core.anchor.Anchors;
import io.qcpruner.core.anchor.PromptTokens;
import io.qcpruner.core.method.PruningWarmUp;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.BackboneCheckpoint;
import io.qcpruner.model.backbone.PromptIds;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.decoder.DecodeScheduler;
import io.qcpruner.model.generate.GenerationSettings;
import io.qcpruner.model.generate.Sampler;
import io.qcpruner.model.generate.SamplingSettings;
import io.qcpruner.model.generate.StopRules;
import io.qcpruner.model.internal.prune.ClipCompanion;
import io.qcpruner.model.internal.prune.Companions;
import io.qcpruner.model.internal.prune.QuestionText;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.ResourceStack;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.model.vision.SiglipPoolingHead;
import io.qcpruner.model.weights.CompanionWeights;
import io.qcpruner.text.PromptTemplate;
import io.qcpruner.text.Tokenizer;
import io.qcpruner.text.TokenizerFiles;
import io.qcpruner.text.TokenizerKeywords;
import io.qcpruner.text.internal.grammar.Grammar;
import io.qcpruner.text.internal.grammar.GrammarGuide;
import io.qcpruner.text.internal.grammar.TokenTrie;
import io.qcpruner.text.internal.keyword.AnchorFinders;
import io.qcpruner.text.internal.keyword.KeywordModels;
import io.qcpruner.text.internal.keyword.StaticModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Everything a model is made of, opened together and closed together. */
final class LoadedModel implements AutoCloseable {
  /** A picture's rows in all layers of a 7B model take 640 MB, in the first nine 180 MB. */
  private static final long PREFIX_BYTES = 1L << 30;

  private final ModelFolders folders;
  private final Backbone backbone;
  private final Optional<Tokenizer> tokenizer;
  private final ChatTemplates templates;
  private final Optional<Tokenizer> clipTokenizer;
  private final Companions companions;
  private final GenerationConfig generation;
  private final Object trieLock = new Object();
  private TokenTrie trie; // made for the first answer that is held to a grammar
  private final MethodDefaults defaults;
  private final ResourceStack open;
  private final Optional<BackboneCheckpoint> checkpoint;
  private final DecodeScheduler scheduler;
  private final PrefixStore prefixes;
  private StaticModel keywords;

  private LoadedModel(
      ModelFolders folders,
      Backbone backbone,
      Optional<Tokenizer> tokenizer,
      ChatTemplates templates,
      Optional<Tokenizer> clipTokenizer,
      Companions companions,
      GenerationConfig generation,
      MethodDefaults defaults,
      ResourceStack open,
      Optional<BackboneCheckpoint> checkpoint) {
    this.folders = folders;
    this.defaults = defaults;
    this.backbone = backbone;
    this.tokenizer = tokenizer;
    this.templates = templates;
    this.clipTokenizer = clipTokenizer;
    this.companions = companions;
    this.generation = generation;
    this.open = open;
    this.checkpoint = checkpoint;
    this.scheduler = new DecodeScheduler(backbone.decoder());
    this.prefixes = open.add(new PrefixStore(PREFIX_BYTES));
    PruningWarmUp.start(); // while the tower looks at the first picture
  }

  /** A backbone whose weights lie in no folder: it answers token ids. */
  static LoadedModel of(Backbone backbone, Companions companions) {
    return new LoadedModel(
        ModelFolders.of(Path.of("in memory")),
        backbone,
        Optional.empty(),
        ChatTemplates.ofFamily(backbone.spec()),
        Optional.empty(),
        companions,
        new GenerationConfig(List.of(), 1),
        new MethodDefaults(Optional.empty()),
        new ResourceStack(),
        Optional.empty());
  }

  static LoadedModel open(ModelFolders folders, Placement placement, WeightKind weights)
      throws IOException {
    ResourceStack open = new ResourceStack();
    try {
      BackboneCheckpoint checkpoint =
          open.add(BackboneCheckpoint.open(folders.model(), folders.tower().orElse(null)));
      PreloadedTokenizer tokenizer = open.add(PreloadedTokenizer.of(folders.model()));
      Backbone backbone = checkpoint.build(placement, weights);
      Optional<ClipCompanion> clip = clip(folders, backbone, placement, open);
      Optional<Tokenizer> clipTokenizer = Optional.empty();
      if (clip.isPresent()) {
        clipTokenizer = Optional.of(open.add(TokenizerFiles.load(clipFolder(folders).get())));
      }
      return new LoadedModel(
          folders,
          backbone,
          tokenizer.get(),
          ChatTemplates.of(folders.model(), folders.chat(), checkpoint.spec(), tokenizer.get()),
          clipTokenizer,
          new Companions(clip, siglip(folders, backbone, placement, open)),
          checkpoint.spec().generation(),
          new MethodDefaults(
              Calibration.beside(
                  folders.model(),
                  checkpoint.spec().family().id(),
                  backbone.config().decoder().layers())),
          open,
          Optional.of(checkpoint));
    } catch (IOException | RuntimeException e) {
      open.closeAfter(e);
      throw e;
    }
  }

  private static Optional<ClipCompanion> clip(
      ModelFolders folders, Backbone backbone, Placement placement, ResourceStack open)
      throws IOException {
    if (clipFolder(folders).isEmpty()) {
      return Optional.empty();
    }
    Path folder = clipFolder(folders).get();
    ModuleFactory modules = companionModules(folder, placement, open);
    ClipTextConfig config = ClipTextConfig.read(folder);
    return Optional.of(
        modules.build(() -> new ClipCompanion(config, vit(backbone, folder), modules)));
  }

  private static Optional<Path> clipFolder(ModelFolders folders) {
    return folders.clip().or(() -> carried(folders, "clip"));
  }

  /** A companion that lies inside the checkpoint's folder. */
  private static Optional<Path> carried(ModelFolders folders, String name) {
    Path inside = folders.model().resolve(name);
    return Optional.of(inside).filter(f -> Files.isRegularFile(f.resolve("config.json")));
  }

  private static Optional<SiglipPoolingHead> siglip(
      ModelFolders folders, Backbone backbone, Placement placement, ResourceStack open)
      throws IOException {
    Optional<Path> named = folders.siglip().or(() -> carried(folders, "siglip"));
    if (named.isEmpty()) {
      return Optional.empty();
    }
    Path folder = named.get();
    ModuleFactory modules = companionModules(folder, placement, open);
    return Optional.of(modules.build(() -> new SiglipPoolingHead(vit(backbone, folder), modules)));
  }

  private static ModuleFactory companionModules(
      Path folder, Placement placement, ResourceStack open) throws IOException {
    return open.add(new ModuleFactory(open.add(CompanionWeights.open(folder)), placement));
  }

  private static VitConfig vit(Backbone backbone, Path companion) {
    return backbone
        .spec()
        .plainTower()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s: a companion is for models with a CLIP or SigLIP tower, not %s"
                        .formatted(companion, backbone.spec().family().label())));
  }

  /**
   * Fails when weight files were changed since they were mapped: reading them could end the
   * process.
   *
   * @throws UncheckedIOException that names the file
   */
  void requireUnchanged() {
    if (checkpoint.isPresent()) {
      try {
        checkpoint.get().requireUnchanged();
      } catch (WeightsException e) {
        throw new UncheckedIOException(e.getMessage(), e);
      }
    }
  }

  /** What pictures left in the decoder, for further questions. */
  PrefixStore prefixes() {
    return prefixes;
  }

  /** New tokens of all requests go through it. */
  DecodeScheduler scheduler() {
    return scheduler;
  }

  Backbone backbone() {
    return backbone;
  }

  /**
   * @throws UncheckedIOException if the model has none: it answers token ids only
   */
  Tokenizer tokenizer() {
    return tokenizer.orElseThrow(
        () -> new UncheckedIOException(TokenizerFiles.missing(folders.model())));
  }

  Companions companions() {
    return companions;
  }

  MethodDefaults defaults() {
    return defaults;
  }

  /** The chat format of prompts with these visuals that name none. */
  PromptTemplate template(List<Visual> visuals) {
    return templates.of(visuals);
  }

  /** A finder over the model's keyword vectors, which are loaded when they are first needed. */
  AnchorFinder anchorFinder(AnchorSettings settings) {
    return AnchorFinders.of(settings, keywords());
  }

  Anchors anchors(AnchorSettings settings, PromptTokens prompt) {
    return anchorFinder(settings).find(prompt, new TokenizerKeywords(tokenizer()));
  }

  private synchronized StaticModel keywords() {
    if (keywords == null) {
      try {
        keywords =
            folders.keywords().isPresent()
                ? KeywordModels.load(folders.keywords().get())
                : KeywordModels.embedded();
      } catch (IOException e) {
        throw new UncheckedIOException(e.getMessage(), e);
      }
    }
    return keywords;
  }

  QuestionText question(String userText) {
    return new QuestionText(
        userText,
        word -> tokenizer().encode(word).ids(),
        clipTokenizer.map(clip -> text -> clipIds(clip, text)));
  }

  private static int[] clipIds(Tokenizer clip, String text) {
    int[] inner = clip.encode(text).ids();
    int[] ids = new int[inner.length + 2];
    ids[0] = clip.special("<|startoftext|>").orElseThrow();
    ids[ids.length - 1] = clip.special("<|endoftext|>").orElseThrow();
    System.arraycopy(inner, 0, ids, 1, inner.length);
    return ids;
  }

  /** Whether an id of a raw prompt is text and not a picture's place. */
  boolean isText(int id) {
    return id >= 0
        && id != backbone.config().imageTokenId()
        && id != backbone.config().videoTokenId();
  }

  /** Generated ids as text; empty without a tokenizer. */
  String decode(int[] ids) {
    return tokenizer.map(t -> t.decode(ids)).orElse("");
  }

  StopRules stopRules(GenerationSettings settings) {
    return new StopRules(
        settings.maxNewTokens(),
        settings.ignoreStopIds() ? List.of() : generation.stopIds(),
        settings.stopStrings());
  }

  Sampler sampler(GenerationSettings settings, PromptIds prompt, List<Visual> visuals) {
    int vocabulary = backbone.config().decoder().vocabSize();
    int known = tokenizer.map(Tokenizer::size).orElse(vocabulary);
    SamplingSettings sampling =
        settings.sampling().withVocabularyLimit(Math.min(known, vocabulary));
    if (settings.checkpointPenalty() && sampling.repetitionPenalty() == 1) {
      sampling = sampling.withRepetitionPenalty(generation.repetitionPenalty());
    }
    return new Sampler(
        sampling,
        backbone.spec().penalisedPromptIds(prompt.ids(), visuals),
        settings.logits(),
        settings.logits().grammar().map(this::guide),
        stopRules(settings).stopIds());
  }

  private GrammarGuide guide(Grammar grammar) {
    Tokenizer known = tokenizer();
    synchronized (trieLock) {
      if (trie == null) {
        trie = new TokenTrie(known.size(), known::bytes);
      }
      return new GrammarGuide(grammar, trie, known::bytes);
    }
  }

  @Override
  public void close() {
    open.close();
  }
}
