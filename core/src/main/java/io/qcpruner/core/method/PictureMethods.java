package io.qcpruner.core.method;

import io.qcpruner.core.method.BackboneFacts.Tower;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.Setting;
import io.qcpruner.core.prune.Settings;
import java.util.List;
import java.util.Optional;

/** Methods for pictures by other authors, beyond those the paper compares with. */
final class PictureMethods {

  static final List<PruningMethod> ALL =
      List.of(
          new MethodEntry(
              "fastervlm",
              "patches the class row attends to most",
              List.of(),
              Obstacles::pooledFrames,
              (backbone, set) -> new FasterVlm(backbone.tower() == Tower.CLASS_ROW)),
          new MethodEntry(
              "vispruner",
              "patches the class row attends to most, and diverse others",
              List.of(VisPruner.IMPORTANT_RATIO),
              Obstacles::pooledFrames,
              PictureMethods::visPruner),
          new MethodEntry(
              "scope",
              "patches that add most coverage, times their class attention",
              List.of(Scope.POWER),
              Obstacles::pooledFrames,
              (backbone, set) ->
                  new Scope(
                      new Scope.Parameters(
                          set.get(Scope.POWER), VisPruner.Features.of(backbone.tower())))),
          new MethodEntry(
              "agilepruner",
              "patches by class attention, unlike each other as the picture's rank asks",
              AgilePruner.SETTINGS,
              Obstacles::pooledFrames,
              (backbone, set) ->
                  new AgilePruner(
                      new AgilePruner.Parameters(
                          set.get(AgilePruner.TAU_MAX),
                          set.get(AgilePruner.MEAN_RANK),
                          set.get(AgilePruner.ORDER),
                          VisPruner.Features.of(backbone.tower())))),
          new MethodEntry(
              "hiprune",
              "anchors of a middle tower layer with their neighbours, registers of a deep one",
              HiPrune.SETTINGS,
              Obstacles::pooledFrames,
              PictureMethods::hiPrune),
          new MethodEntry(
              "prumerge",
              "patches whose class attention stands out, with others merged into them",
              PruMerge.SETTINGS,
              Obstacles::needsClassRow,
              (backbone, set) -> pruMerge(backbone, set, false)),
          new MethodEntry(
              "prumerge-plus",
              "PruMerge with an even lattice of patches beside the centres",
              PruMerge.SETTINGS,
              Obstacles::needsClassRow,
              (backbone, set) -> pruMerge(backbone, set, true)),
          new MethodEntry(
              "pyramiddrop",
              "a pyramid of steps by the attention of the last prompt row",
              List.of(PyramidDrop.STEPS, PyramidDrop.LAMBDA),
              Obstacles::none,
              PictureMethods::pyramidDrop),
          new MethodEntry(
              "tome",
              "merges the most similar patches in every layer of the tower",
              List.of(ToMe.PROPORTIONAL),
              Obstacles::mergesInTower,
              (backbone, set) ->
                  new ToMe(
                      new ToMe.Parameters(
                          backbone.depth().featureLayer() + 1, set.get(ToMe.PROPORTIONAL)))),
          new MethodEntry(
              "mustdrop",
              "merges windows in the tower, drops what the text ignores, trims caches",
              MustDrop.SETTINGS,
              Obstacles::needsClassRow,
              PictureMethods::mustDrop),
          new MethodEntry(
              "fitprune",
              "a few patches after every layer by a fitted recipe",
              List.of(FitPrune.SAVING),
              Obstacles::none,
              (backbone, set) ->
                  new FitPrune(
                      new FitPrune.Parameters(
                          backbone.decoderLayers(),
                          backbone.nominalPatches(),
                          set.get(FitPrune.SAVING)))),
          new MethodEntry(
              "vscan",
              "local and global patches of the tower with others merged in, then fewer in the decoder",
              List.of(CommonSettings.LAYER),
              Obstacles::pooledFrames,
              PictureMethods::vScan));

  private PictureMethods() {}

  private static Pruner visPruner(BackboneFacts backbone, Settings set) {
    VisPruner.Features features = VisPruner.Features.of(backbone.tower());
    return new VisPruner(new VisPruner.Parameters(set.get(VisPruner.IMPORTANT_RATIO), features));
  }

  private static Pruner hiPrune(BackboneFacts backbone, Settings set) {
    BackboneFacts.TowerDepth depth = backbone.depth();
    // published: blocks 9 of 24 and 16 of 32, counted from 1
    int object = backbone.mergedUnits() ? depth.scaled(15, 32) : depth.scaled(8, 24);
    int chosen = set.get(HiPrune.OBJECT_LAYER, object);
    if (chosen > depth.featureLayer()) {
      throw new IllegalArgumentException(
          "object-layer %d is out of range: the tower runs layers 0 to %d"
              .formatted(chosen, depth.featureLayer()));
    }
    return new HiPrune(
        new HiPrune.Parameters(
            set.get(HiPrune.ALPHA), chosen, depth.featureLayer(), set.get(HiPrune.BUFFERS)));
  }

  private static Pruner pruMerge(BackboneFacts backbone, Settings set, boolean plus) {
    return new PruMerge(
        new PruMerge.Parameters(
            plus, set.get(PruMerge.COUNT), set.get(PruMerge.ORDER), backbone.depth().lastLayer()));
  }

  private static Pruner pyramidDrop(BackboneFacts backbone, Settings set) {
    return new PyramidDrop(
        new PyramidDrop.Parameters(
            backbone.decoderLayers(),
            backbone.nominalPatches(),
            set.get(PyramidDrop.STEPS),
            set.get(PyramidDrop.LAMBDA)));
  }

  private static Pruner mustDrop(BackboneFacts backbone, Settings set) {
    return new MustDrop(
        new MustDrop.Parameters(
            MustDrop.Parameters.layers(backbone),
            backbone.depth().lastLayer(),
            backbone.nominalPatches(),
            optional(set, MustDrop.GLOBAL),
            optional(set, MustDrop.INDIVIDUAL),
            set.get(CommonSettings.TRIM_CACHES)));
  }

  private static Optional<Double> optional(Settings set, Setting<Double> setting) {
    return set.has(setting) ? Optional.of(set.get(setting, 0.0)) : Optional.empty();
  }

  private static Pruner vScan(BackboneFacts backbone, Settings set) {
    BackboneFacts.TowerDepth depth = backbone.depth();
    boolean classRow = backbone.tower() == Tower.CLASS_ROW;
    int shallow = backbone.mergedUnits() ? depth.scaled(7, 32) : depth.scaled(5, 24);
    return new VScan(
        new VScan.Parameters(
            classRow ? LocalPatches.EACH_WINDOW : LocalPatches.CAPPED,
            shallow,
            depth.featureLayer(),
            set.get(CommonSettings.LAYER, backbone.decoderLayers() / 2 - 1),
            backbone.decoderLayers(),
            backbone.nominalPatches(),
            !backbone.mergedUnits()));
  }
}
