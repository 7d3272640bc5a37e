package io.qcpruner.core.method;

import java.util.Optional;

/** Why a method can't serve a backbone. */
final class Obstacles {

  private Obstacles() {}

  static Optional<String> none(Backbone backbone) {
    return Optional.empty();
  }

  static Optional<String> pooledFrames(Backbone backbone) {
    return backbone.kind() == Backbone.Kind.LLAVA_VIDEO
        ? Optional.of(
            "it chooses among the tower's own patches, but video frames are pooled behind the"
                + " projector, and no published rule says how to choose there")
        : Optional.empty();
  }

  static Optional<String> cdPruner(Backbone backbone) {
    return switch (backbone.kind()) {
      case LLAVA_VIDEO -> pooledFrames(backbone);
      case QWEN2_5_VL ->
          Optional.of(
              "its relevance lives in CLIP's joint space, which this tower has not;"
                  + " cdpruner-llmrel and dpp-visual run without");
      case LLAVA_1_5, LLAVA_NEXT ->
          backbone.clipText()
              ? Optional.empty()
              : Optional.of(
                  "not run: CLIP text tower missing; cdpruner-llmrel and dpp-visual run without");
    };
  }

  static Optional<String> needsFrames(Backbone backbone) {
    return backbone.kind() == Backbone.Kind.LLAVA_VIDEO
        ? Optional.empty()
        : Optional.of("it segments a video and its rules are for LLaVA-Video's frame grids");
  }
}
