package io.qcpruner.core.method;

import io.qcpruner.core.objective.AdditiveCoverage;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.utility.Cues;
import java.util.ArrayList;
import java.util.List;

/** All methods by name, with the defaults of each backbone. */
public final class Methods {

  private static final int HOOK_LAYER = 7;
  private static final int EARLY_LAYER = 1;
  private static final int[] SPARSE_STAGES = {2, 6, 15};
  private static final int RANDOM_SEED = 42;

  private static final List<MethodEntry> ALL =
      List.of(
          new MethodEntry(
              "qcpruner",
              "query-conditioned population coverage inside the decoder",
              List.of(
                  Setting.LAYER,
                  Setting.RHO,
                  Setting.SELECTOR,
                  Setting.CUES,
                  Setting.TEXT,
                  Setting.ALLOCATE,
                  Setting.NORMALIZE,
                  Setting.CERTIFY),
              Obstacles::none,
              Methods::qcPruner),
          new MethodEntry(
              "qcpruner-early",
              "visual-only variant of QCPruner before the decoder",
              List.of(),
              Obstacles::none,
              (backbone, set) -> new QcEarlyPruner()),
          new MethodEntry(
              "fastv",
              "patches the last prompt row attends to most",
              List.of(Setting.LAYER),
              Obstacles::none,
              (backbone, set) ->
                  new FastV(
                      new FastV.Parameters(
                          set.get(Setting.LAYER, backbone.scaledLayer(EARLY_LAYER))))),
          new MethodEntry(
              "sparsevlm",
              "stages rated by text rows, dropped patches recycled",
              List.of(Setting.RATERS, Setting.SINGLE_STAGE),
              Obstacles::none,
              (backbone, set) -> sparseVlm(backbone, set, Raters.EMBEDDING)),
          new MethodEntry(
              "sparsevlm-anchors",
              "SparseVLM rated by query anchors",
              List.of(Setting.SINGLE_STAGE),
              Obstacles::none,
              (backbone, set) -> sparseVlm(backbone, set, Raters.ANCHORS)),
          new MethodEntry(
              "dart",
              "pivots and the patches least similar to them",
              List.of(
                  Setting.LAYER,
                  Setting.COUNT,
                  Setting.PIVOT_ORDER,
                  Setting.IMAGE_PIVOTS,
                  Setting.TEXT_PIVOTS,
                  Setting.PRUNE_NEWLINES),
              Obstacles::none,
              Methods::dart),
          new MethodEntry(
              "visionzip",
              "dominant patches and merged contextual ones, in the vision tower",
              List.of(Setting.CONTEXTUAL_SHARE),
              Obstacles::pooledFrames,
              Methods::visionZip),
          new MethodEntry(
              "divprune",
              "max-min diversity on the decoder's input",
              List.of(Setting.PRUNE_NEWLINES),
              Obstacles::none,
              (backbone, set) ->
                  new DivPrune(new DivPrune.Parameters(set.get(Setting.PRUNE_NEWLINES, false)))),
          new MethodEntry(
              "cdpruner",
              "determinantal point process conditioned on the question by CLIP",
              List.of(Setting.THETA, Setting.SIGN),
              Obstacles::cdPruner,
              (backbone, set) -> cdPruner(set, CdPruner.Relevance.CLIP)),
          new MethodEntry(
              "cdpruner-llmrel",
              "CDPruner's process with relevance from the question's input embeddings (unofficial)",
              List.of(Setting.THETA),
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
              Methods::mmTok),
          new MethodEntry(
              "prunesid",
              "principal-component groups with suppression of similar patches",
              List.of(Setting.TILE_ORDER),
              Obstacles::pooledFrames,
              Methods::pruneSid),
          new MethodEntry(
              "fastvid",
              "segments of a video, salient tokens and density peaks",
              List.of(Setting.NEWLINES),
              Obstacles::needsFrames,
              Methods::fastVid),
          new MethodEntry(
              "random",
              "control: random patches",
              List.of(Setting.SEED),
              Obstacles::none,
              (backbone, set) ->
                  new RandomPruner(
                      new RandomPruner.Parameters(set.get(Setting.SEED, RANDOM_SEED)))),
          new MethodEntry(
              "uniform",
              "control: an even lattice of patches",
              List.of(),
              Obstacles::none,
              (backbone, set) -> new UniformGridPruner()));

  private Methods() {}

  public static List<MethodEntry> all() {
    return ALL;
  }

  public static List<String> names() {
    return ALL.stream().map(MethodEntry::name).toList();
  }

  /** The method of that name; an unknown name is refused with the known ones. */
  public static MethodEntry entry(String name) {
    return ALL.stream()
        .filter(entry -> entry.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown method \"" + name + "\"; known: " + String.join(", ", names())));
  }

  /** Makes a method for a backbone. */
  public static Pruner create(String name, Backbone backbone, Settings set) {
    return entry(name).create(backbone, set);
  }

  private static Pruner qcPruner(Backbone backbone, Settings set) {
    return new QcPruner(
        new QcPruner.Parameters(
            set.get(Setting.LAYER, backbone.scaledLayer(HOOK_LAYER)),
            set.get(Setting.SELECTOR, SelectorName.COVERAGE).make(backbone),
            set.get(Setting.CUES, Cues.FUSED),
            set.get(Setting.TEXT, Conditioning.ANCHORS),
            set.get(Setting.RHO, (double) backbone.defaultRho()).floatValue(),
            set.get(Setting.ALLOCATE, Allocation.EQUAL),
            set.get(Setting.NORMALIZE, Normalization.FRAME),
            set.get(Setting.CERTIFY, false)));
  }

  private static Pruner sparseVlm(Backbone backbone, Settings set, Raters raters) {
    boolean single = set.get(Setting.SINGLE_STAGE, false);
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
            single ? stages.subList(0, 1) : stages,
            backbone.decoderLayers(),
            backbone.nominalPatches(),
            single,
            set.get(Setting.RATERS, raters)));
  }

  private static Pruner dart(Backbone backbone, Settings set) {
    return new Dart(
        new Dart.Parameters(
            set.get(Setting.LAYER, backbone.scaledLayer(EARLY_LAYER)),
            set.get(Setting.IMAGE_PIVOTS, 4),
            set.get(Setting.TEXT_PIVOTS, 4),
            set.get(Setting.COUNT, Dart.Count.EXACT),
            set.get(Setting.PIVOT_ORDER, Dart.PivotOrder.ASCENDING),
            set.get(Setting.PRUNE_NEWLINES, false)));
  }

  private static Pruner visionZip(Backbone backbone, Settings set) {
    if (backbone.kind() == Backbone.Kind.QWEN2_5_VL) {
      double share = VisionZipQwen.Parameters.DEFAULTS.contextualShare();
      return new VisionZipQwen(
          new VisionZipQwen.Parameters(set.get(Setting.CONTEXTUAL_SHARE, share)));
    }
    double share = VisionZip.Parameters.DEFAULTS.contextualShare();
    return new VisionZip(new VisionZip.Parameters(set.get(Setting.CONTEXTUAL_SHARE, share)));
  }

  private static Pruner cdPruner(Settings set, CdPruner.Relevance relevance) {
    return new CdPruner(
        new CdPruner.Parameters(
            relevance, set.get(Setting.THETA, 0.0), set.get(Setting.SIGN, CdPruner.Sign.INVERTED)));
  }

  private static Pruner mmTok(Backbone backbone, Settings set) {
    boolean qwen = backbone.kind() == Backbone.Kind.QWEN2_5_VL;
    return new MmTok(
        new MmTok.Parameters(
            qwen ? AdditiveCoverage.QWEN : AdditiveCoverage.LLAVA,
            backbone.kind() == Backbone.Kind.LLAVA_1_5,
            qwen ? QuestionWords.QWEN : QuestionWords.LLAVA));
  }

  private static Pruner pruneSid(Backbone backbone, Settings set) {
    if (backbone.kind() == Backbone.Kind.QWEN2_5_VL) {
      set.requireOnly(List.of(), "prunesid by its Qwen2-VL rules");
      return new PruneSidQwen();
    }
    PruneSid.TileFeatures order = PruneSid.Parameters.DEFAULTS.tileOrder();
    return new PruneSid(new PruneSid.Parameters(set.get(Setting.TILE_ORDER, order)));
  }

  private static Pruner fastVid(Backbone backbone, Settings set) {
    FastVid.Parameters d = FastVid.Parameters.defaults(backbone.poolingHead());
    return new FastVid(
        new FastVid.Parameters(
            d.leastSegments(),
            d.cutBelow(),
            d.contextShare(),
            d.anchorStep(),
            d.anchorWeight(),
            set.get(Setting.NEWLINES, d.newlines()),
            d.poolingHead()));
  }
}
