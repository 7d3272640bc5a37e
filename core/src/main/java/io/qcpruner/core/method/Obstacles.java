package io.qcpruner.core.method;

import java.util.Optional;

/** Why a built-in method can't serve a backbone. */
final class Obstacles {

  private Obstacles() {}

  static Optional<String> none(BackboneFacts backbone) {
    return Optional.empty();
  }

  static Optional<String> pooledFrames(BackboneFacts backbone) {
    return backbone.pooledFrames()
        ? Optional.of(
            "it chooses among the tower's own patches, but video frames are pooled after the"
                + " projector, and no published rule says how to choose there")
        : Optional.empty();
  }

  static Optional<String> cdPruner(BackboneFacts backbone) {
    if (backbone.pooledFrames()) {
      return pooledFrames(backbone);
    }
    if (backbone.tower() != BackboneFacts.Tower.CLASS_ROW) {
      return Optional.of(
          "its relevance lives in CLIP's joint space, which this tower has not;"
              + " cdpruner-llmrel and dpp-visual run without");
    }
    return backbone.hasJointSpace()
        ? Optional.empty()
        : Optional.of(
            "not run: CLIP text tower missing; cdpruner-llmrel and dpp-visual run without");
  }

  static Optional<String> needsClassRow(BackboneFacts backbone) {
    if (backbone.pooledFrames()) {
      return pooledFrames(backbone);
    }
    return backbone.tower() == BackboneFacts.Tower.CLASS_ROW
        ? Optional.empty()
        : Optional.of("its scores are attention of a class row, which this tower has not");
  }

  /** Towers with merged units have published rules of their own. */
  static Optional<String> keepsClassRow(BackboneFacts backbone) {
    if (backbone.pooledFrames()) {
      return pooledFrames(backbone);
    }
    return backbone.tower() == BackboneFacts.Tower.PATCH_ROWS
        ? Optional.of("it keeps the tower's class row, which this tower has not")
        : Optional.empty();
  }

  static Optional<String> mergesInTower(BackboneFacts backbone) {
    if (backbone.pooledFrames()) {
      return pooledFrames(backbone);
    }
    return backbone.mergedUnits()
        ? Optional.of(
            "it merges patches inside the tower, whose merger needs whole units of four patches")
        : Optional.empty();
  }

  static Optional<String> needsFrames(BackboneFacts backbone) {
    return backbone.pooledFrames()
        ? Optional.empty()
        : Optional.of("it segments a video and its rules are for LLaVA-Video's frame grids");
  }

  /** Models whose tower has a class row answer about pictures alone. */
  static Optional<String> needsClips(BackboneFacts backbone) {
    return backbone.tower() == BackboneFacts.Tower.CLASS_ROW
        ? Optional.of("it compares the frames of a clip and this model takes pictures")
        : Optional.empty();
  }
}
