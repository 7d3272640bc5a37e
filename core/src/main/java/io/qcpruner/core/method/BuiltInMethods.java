package io.qcpruner.core.method;

import io.qcpruner.core.objective.AdditiveCoverage;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.Setting;
import io.qcpruner.core.prune.Settings;
import io.qcpruner.core.select.SelectorOptions;
import io.qcpruner.core.select.Selectors;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The methods of this project, with the defaults of each backbone. */
final class BuiltInMethods {

  private static final int EARLY_LAYER = 1;
  private static final int DYCOKE_LAYER = 2;
  private static final int HOLITOM_LAYER = 17;
  private static final int PRUNEVID_LAYER = 10;
  private static final int[] SPARSE_STAGES = {2, 6, 15};

  static final List<PruningMethod> ALL =
      List.of(
          new MethodEntry(
              "qcpruner",
              "query-conditioned population coverage inside the decoder",
              QcPruner.SETTINGS,
              Obstacles::none,
              BuiltInMethods::qcPruner),
          new MethodEntry(
              "qcpruner-early",
              "visual-only variant of QCPruner before the decoder",
              List.of(),
              Obstacles::none,
              (backbone, set) -> new QcEarlyPruner()),
          new MethodEntry(
              "fastv",
              "patches the last prompt row attends to most",
              List.of(CommonSettings.LAYER),
              Obstacles::none,
              (backbone, set) ->
                  new FastV(
                      new FastV.Parameters(
                          set.get(CommonSettings.LAYER, backbone.scaledLayer(EARLY_LAYER))))),
          new MethodEntry(
              "sparsevlm",
              "stages rated by text rows, dropped patches recycled",
              withAnchors(SparseVlm.RATERS, SparseVlm.SINGLE_STAGE, SparseVlm.CUT_LAYER),
              Obstacles::none,
              (backbone, set) -> sparseVlm(backbone, set, Raters.EMBEDDING)),
          new MethodEntry(
              "sparsevlm-anchors",
              "SparseVLM rated by query anchors",
              withAnchors(SparseVlm.SINGLE_STAGE, SparseVlm.CUT_LAYER),
              Obstacles::none,
              (backbone, set) -> sparseVlm(backbone, set, Raters.ANCHORS)),
          new MethodEntry(
              "dart",
              "pivots and the patches least similar to them",
              Dart.SETTINGS,
              Obstacles::none,
              BuiltInMethods::dart),
          new MethodEntry(
              "visionzip",
              "dominant patches and merged contextual ones, in the vision tower",
              List.of(VisionZip.CONTEXTUAL_SHARE),
              Obstacles::pooledFrames,
              BuiltInMethods::visionZip),
          new MethodEntry(
              "divprune",
              "max-min diversity on the decoder's input",
              List.of(CommonSettings.PRUNE_NEWLINES),
              Obstacles::none,
              (backbone, set) ->
                  new DivPrune(new DivPrune.Parameters(set.get(CommonSettings.PRUNE_NEWLINES)))),
          new MethodEntry(
              "cdpruner",
              "determinantal point process conditioned on the question by CLIP",
              List.of(CdPruner.THETA, CdPruner.SIGN),
              Obstacles::cdPruner,
              (backbone, set) -> cdPruner(set, CdPruner.Relevance.CLIP)),
          new MethodEntry(
              "cdpruner-llmrel",
              "CDPruner's process with relevance from the question's input embeddings (unofficial)",
              List.of(CdPruner.THETA),
              Obstacles::pooledFrames,
              (backbone, set) -> cdPruner(set, CdPruner.Relevance.QUESTION_EMBEDDING)),
          new MethodEntry(
              "dpp-visual",
              "CDPruner's process without relevance",
              List.of(),
              Obstacles::pooledFrames,
              (backbone, set) -> cdPruner(set, CdPruner.Relevance.NONE)),
          new MethodEntry(
              "mmtok",
              "coverage of question words and patches added up",
              List.of(),
              Obstacles::pooledFrames,
              BuiltInMethods::mmTok),
          new MethodEntry(
              "prunesid",
              "principal-component groups with suppression of similar patches",
              List.of(PruneSid.TILE_ORDER),
              Obstacles::keepsClassRow,
              BuiltInMethods::pruneSid),
          new MethodEntry(
              "fastvid",
              "segments of a video, salient tokens and density peaks",
              List.of(Newlines.SETTING),
              Obstacles::needsFrames,
              BuiltInMethods::fastVid),
          new MethodEntry(
              "vidcom2",
              "tokens unlike the centre of their clip and frame, more of them in distinct frames",
              VidCom2.SETTINGS,
              Obstacles::none,
              (backbone, set) ->
                  new VidCom2(
                      new VidCom2.Parameters(set.get(VidCom2.TOTAL), set.get(Newlines.SETTING)))),
          new MethodEntry(
              "evs",
              "the first frame and the patches that changed most since the frame before",
              List.of(),
              Obstacles::needsClips,
              (backbone, set) -> new Evs()),
          new MethodEntry(
              "dycoke",
              "what changed since the frame before; fewer cached rows at each generated token",
              DyCoke.SETTINGS,
              Obstacles::needsClips,
              BuiltInMethods::dyCoke),
          new MethodEntry(
              "prunevid",
              "segments of like frames, what stays the same once, clusters; then by the question",
              PruneVid.SETTINGS,
              Obstacles::needsClips,
              BuiltInMethods::pruneVid),
          new MethodEntry(
              "holitom",
              "what stays the same through a window of frames stored once, the rest by attention",
              HoliTom.SETTINGS,
              Obstacles::needsClips,
              BuiltInMethods::holiTom),
          new MethodEntry(
              "llava-scissor",
              "components of like tokens, in each frame and then over frames, merged",
              LlavaScissor.SETTINGS,
              Obstacles::none,
              (backbone, set) ->
                  new LlavaScissor(
                      new LlavaScissor.Parameters(
                          set.has(LlavaScissor.JOIN_ABOVE)
                              ? Optional.of(set.get(LlavaScissor.JOIN_ABOVE, 0.0))
                              : Optional.empty()))),
          new MethodEntry(
              "random",
              "control: random patches",
              List.of(ControlPlace.LAYER, RandomPruner.SEED),
              Obstacles::none,
              (backbone, set) ->
                  new RandomPruner(
                      new RandomPruner.Parameters(
                          set.get(RandomPruner.SEED), ControlPlace.of(set)))),
          new MethodEntry(
              "uniform",
              "control: an even lattice of patches",
              List.of(ControlPlace.LAYER),
              Obstacles::none,
              (backbone, set) -> new UniformGridPruner(ControlPlace.of(set))));

  private BuiltInMethods() {}

  private static List<Setting<?>> withAnchors(Setting<?>... own) {
    List<Setting<?>> all = new ArrayList<>(List.of(own));
    all.addAll(AnchorOptions.ALL);
    return all;
  }

  private static Pruner qcPruner(BackboneFacts backbone, Settings set) {
    return new QcPruner(
        new QcPruner.Parameters(
            set.get(CommonSettings.LAYER, backbone.hookLayer()),
            Selectors.create(set.get(QcPruner.SELECTOR), selectorOptions(backbone, set)),
            set.get(QcPruner.CUES),
            set.get(QcPruner.TEXT),
            set.get(QcPruner.RHO, (double) backbone.rho()).floatValue(),
            set.get(QcPruner.ALLOCATE),
            set.get(QcPruner.NORMALIZE),
            set.get(QcPruner.CERTIFY)));
  }

  private static SelectorOptions selectorOptions(BackboneFacts backbone, Settings set) {
    return SelectorOptions.STANDARD
        .withAdditive(additive(backbone))
        .withTies(set.get(QcPruner.TIES));
  }

  /** MMTok's text temperature differs between the published models. */
  private static AdditiveCoverage additive(BackboneFacts backbone) {
    return backbone.mergedUnits() ? AdditiveCoverage.QWEN : AdditiveCoverage.LLAVA;
  }

  private static Pruner sparseVlm(BackboneFacts backbone, Settings set, Raters raters) {
    boolean single = set.get(SparseVlm.SINGLE_STAGE);
    if (set.has(SparseVlm.CUT_LAYER) && !single) {
      throw new IllegalArgumentException(
          "it cuts in three stages; cut-layer needs single-stage=true");
    }
    List<Integer> stages = new ArrayList<>();
    int last = Math.max(0, backbone.decoderLayers() - 2);
    for (int published : SPARSE_STAGES) {
      int least = stages.isEmpty() ? 0 : stages.get(stages.size() - 1) + 1;
      int layer = Math.max(least, backbone.scaledLayer(published));
      if (layer <= last) {
        stages.add(layer);
      }
    }
    return new SparseVlm(
        new SparseVlm.Parameters(
            single ? List.of(set.get(SparseVlm.CUT_LAYER, stages.get(0))) : stages,
            backbone.decoderLayers(),
            backbone.nominalPatches(),
            single,
            set.get(SparseVlm.RATERS, raters)));
  }

  private static Pruner dart(BackboneFacts backbone, Settings set) {
    return new Dart(
        new Dart.Parameters(
            set.get(CommonSettings.LAYER, backbone.scaledLayer(EARLY_LAYER)),
            set.get(Dart.IMAGE_PIVOTS),
            set.get(Dart.TEXT_PIVOTS),
            set.get(Dart.COUNT),
            set.get(Dart.PIVOT_ORDER),
            set.get(CommonSettings.PRUNE_NEWLINES)));
  }

  private static Pruner visionZip(BackboneFacts backbone, Settings set) {
    if (backbone.tower() != BackboneFacts.Tower.CLASS_ROW) {
      double share = VisionZipQwen.Parameters.DEFAULTS.contextualShare();
      return new VisionZipQwen(
          new VisionZipQwen.Parameters(set.get(VisionZip.CONTEXTUAL_SHARE, share)));
    }
    double share = VisionZip.Parameters.DEFAULTS.contextualShare();
    return new VisionZip(new VisionZip.Parameters(set.get(VisionZip.CONTEXTUAL_SHARE, share)));
  }

  private static Pruner cdPruner(Settings set, CdPruner.Relevance relevance) {
    return new CdPruner(
        new CdPruner.Parameters(relevance, set.get(CdPruner.THETA), set.get(CdPruner.SIGN)));
  }

  private static Pruner mmTok(BackboneFacts backbone, Settings set) {
    boolean qwen = backbone.mergedUnits();
    return new MmTok(
        new MmTok.Parameters(
            additive(backbone),
            backbone.views() == BackboneFacts.Views.PADDED_SQUARE,
            qwen ? QuestionWords.QWEN : QuestionWords.LLAVA));
  }

  private static Pruner pruneSid(BackboneFacts backbone, Settings set) {
    if (backbone.mergedUnits()) {
      if (set.has(PruneSid.TILE_ORDER)) {
        throw new IllegalArgumentException(
            "prunesid by its rules for merged units has no setting " + PruneSid.TILE_ORDER);
      }
      return new PruneSidQwen();
    }
    return new PruneSid(new PruneSid.Parameters(set.get(PruneSid.TILE_ORDER)));
  }

  private static Pruner dyCoke(BackboneFacts backbone, Settings set) {
    return new DyCoke(
        new DyCoke.Parameters(
            set.has(DyCoke.DROP) ? Optional.of(set.get(DyCoke.DROP, 0.0)) : Optional.empty(),
            set.get(DyCoke.CACHE_DROP),
            set.get(DyCoke.CACHE_LAYER, backbone.scaledLayer(DYCOKE_LAYER)),
            set.get(DyCoke.REUSE)));
  }

  private static Pruner pruneVid(BackboneFacts backbone, Settings set) {
    int layer = Math.min(backbone.scaledLayer(PRUNEVID_LAYER), backbone.decoderLayers() - 2);
    return new PruneVid(
        new PruneVid.Parameters(
            set.get(HoliTom.TAU),
            set.has(PruneVid.CLUSTER_RATIO)
                ? Optional.of(set.get(PruneVid.CLUSTER_RATIO, 0.0))
                : Optional.empty(),
            set.get(PruneVid.CLUSTER_ABOVE),
            set.get(PruneVid.QUESTION_SHARE),
            set.get(PruneVid.QUESTION_LAYER, layer),
            set.get(CommonSettings.TRIM_CACHES)));
  }

  private static Pruner holiTom(BackboneFacts backbone, Settings set) {
    int inner = Math.min(backbone.scaledLayer(HOLITOM_LAYER), backbone.decoderLayers() - 1);
    return new HoliTom(
        new HoliTom.Parameters(
            set.get(HoliTom.TAU),
            set.get(HoliTom.INNER_SHARE),
            set.get(HoliTom.INNER_LAYER, inner),
            set.get(Newlines.SETTING)));
  }

  private static Pruner fastVid(BackboneFacts backbone, Settings set) {
    FastVid.Parameters d = FastVid.Parameters.defaults(backbone.poolingHead());
    return new FastVid(
        new FastVid.Parameters(
            d.leastSegments(),
            d.cutBelow(),
            d.contextShare(),
            d.anchorStep(),
            d.anchorWeight(),
            set.get(Newlines.SETTING, d.newlines()),
            d.poolingHead()));
  }
}
