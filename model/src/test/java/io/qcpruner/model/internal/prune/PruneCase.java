package io.qcpruner.model.internal.prune;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.qcpruner.checkpoint.config.ClipTextConfig;
import io.qcpruner.checkpoint.config.ConfigNode;
import io.qcpruner.checkpoint.config.VideoTokens;
import io.qcpruner.checkpoint.config.VitConfig;
import io.qcpruner.core.method.BackboneFacts;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.method.Methods;
import io.qcpruner.core.method.PruningMethod;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.model.MethodFacts;
import io.qcpruner.model.TinyBackbones;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.PromptIds;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.vision.SiglipPoolingHead;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One tiny backbone with a prompt, and one method that can serve it. */
record PruneCase(
    PruneCase.Kind kind,
    Backbone backbone,
    PromptIds prompt,
    Visual visual,
    Companions companions,
    PruningMethod method) {

  /** Attention of random weights is so even that published thresholds drop nothing. */
  private static final String TINY_MUSTDROP =
      "mustdrop:global-threshold=0.0625,individual-threshold=0.5";

  /** The tiny backbones. */
  enum Kind {
    LLAVA_1_5,
    LLAVA_NEXT,
    LLAVA_VIDEO,
    QWEN2_5_VL
  }

  /** Every method on every backbone it can serve. */
  static List<PruneCase> all() throws IOException {
    List<PruneCase> cases = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      Backbone backbone = backbone(kind);
      Companions companions = companions(backbone);
      for (PruningMethod method : Methods.all()) {
        if (method.obstacle(facts(kind, backbone, companions)).isEmpty()) {
          cases.add(of(kind, backbone, companions, method));
        }
      }
    }
    return cases;
  }

  static PruneCase of(Kind kind, String method) throws IOException {
    Backbone backbone = backbone(kind);
    return of(kind, backbone, companions(backbone), Methods.named(method));
  }

  private static PruneCase of(
      Kind kind, Backbone backbone, Companions companions, PruningMethod method) {
    MethodSpec spec = spec(method);
    boolean clip = Methods.create(spec, facts(kind, backbone, companions)).comparesFrames();
    return new PruneCase(kind, backbone, tenTokens(), visual(kind, clip), companions, method);
  }

  private static PromptIds tenTokens() {
    return PromptIds.raw(1, 7, 9, PromptIds.MARKER, 11, 13, 17, 19, 23, 29);
  }

  private static Backbone backbone(Kind kind) throws IOException {
    return switch (kind) {
      case LLAVA_1_5 -> TinyBackbones.llava15();
      case LLAVA_NEXT -> TinyBackbones.llavaNext();
      case LLAVA_VIDEO -> TinyBackbones.llavaVideo(VideoTokens.EVALUATION);
      case QWEN2_5_VL -> TinyBackbones.qwen();
    };
  }

  private static Visual visual(Kind kind, boolean clip) {
    return switch (kind) {
      case LLAVA_1_5 -> TinyBackbones.still(TinyBackbones.pixels("prune", 3, 56, 56));
      case LLAVA_NEXT -> TinyBackbones.tiled(100, 75);
      case LLAVA_VIDEO -> TinyBackbones.clip(TinyBackbones.pixels("prune", 4, 3, 98, 98));
      case QWEN2_5_VL -> TinyBackbones.patches("prune", clip ? 3 : 1, 8, 10, 1);
    };
  }

  private static Companions companions(Backbone backbone) throws IOException {
    if (backbone.spec().plainTower().isEmpty()) {
      return Companions.NONE;
    }
    VitConfig vit = backbone.spec().plainTower().get();
    if (vit.kind() == VitConfig.Kind.SIGLIP) {
      return new Companions(
          Optional.empty(), Optional.of(new SiglipPoolingHead(vit, TinyBackbones.modules())));
    }
    String config =
        """
        {"projection_dim": 12,
         "text_config": {"hidden_size": 16, "intermediate_size": 32, "num_hidden_layers": 2,
           "num_attention_heads": 2, "vocab_size": 64, "max_position_embeddings": 8}}
        """;
    ClipTextConfig text =
        ClipTextConfig.read(ConfigNode.parse(Path.of("config.json"), config.getBytes(UTF_8)));
    return new Companions(
        Optional.of(new ClipCompanion(text, vit, TinyBackbones.modules())), Optional.empty());
  }

  private static BackboneFacts facts(Kind kind, Backbone backbone, Companions companions) {
    BackboneFacts facts = MethodFacts.of(backbone.spec(), companions);
    int patches =
        switch (kind) {
          case LLAVA_1_5 -> 16;
          case LLAVA_NEXT -> 80;
          case LLAVA_VIDEO -> 36;
          case QWEN2_5_VL -> 20;
        };
    return facts.withNominalPatches(patches);
  }

  Pruner pruner() {
    return pruner(spec(method));
  }

  /** As published, except that a clip of a few patches is pruned too. */
  private static MethodSpec spec(PruningMethod method) {
    return MethodSpec.parse(
        switch (method.name()) {
          case "prunevid" -> "prunevid:cluster-above=0,question-share=0.7";
          case "mustdrop" -> TINY_MUSTDROP;
          default -> method.name();
        });
  }

  /** The method without what it does while tokens are generated. */
  Pruner prunerOfThePrompt() {
    if (pruner().cachesTrimmedFrom().isPresent()) {
      return pruner(MethodSpec.parse(spec(method) + ",trim-caches=false"));
    }
    return pruner().cacheRule().isEmpty()
        ? pruner()
        : pruner(MethodSpec.parse(method.name() + ":cache-drop=0"));
  }

  Pruner pruner(MethodSpec spec) {
    return Methods.create(spec, facts(kind, backbone, companions));
  }

  /** Words become small ids; the question asks for something so that every method has words. */
  static QuestionText question() {
    return new QuestionText(
        "What color is the bus on the left?",
        word -> new int[] {3 + Math.floorMod(word.hashCode(), 80)},
        Optional.of(text -> new int[] {62, 5, 9, 11, 5, 7, 13, 21, 8, 40, 63}));
  }

  @Override
  public String toString() {
    return method.name() + " on " + kind;
  }
}
