package io.qcpruner.model.backbone;

import com.fasterxml.jackson.databind.JsonNode;
import io.qcpruner.checkpoint.config.VitConfig;
import io.qcpruner.core.signal.VisionLayout.Picture;
import io.qcpruner.media.internal.prep.AnyRes;
import io.qcpruner.media.internal.prep.AnyResLayout;
import io.qcpruner.media.internal.prep.LlavaNextPreprocessor;
import io.qcpruner.media.internal.prep.Pixels;
import io.qcpruner.media.internal.prep.QwenPreprocessor;
import io.qcpruner.model.Run;
import io.qcpruner.model.TinyBackbones;
import io.qcpruner.model.backbone.llavanext.Tiled;
import io.qcpruner.model.backbone.llavavideo.Clip;
import io.qcpruner.model.backbone.qwen.PatchBlocks;

/** The inputs that {@code reference/make_field_goldens.py} makes for a configuration. */
final class FieldInputs {
  private static final double SECONDS_PER_SLICE = 0.7;

  private final String base;
  private final BackboneSpec spec;
  private final JsonNode json;

  FieldInputs(String base, BackboneSpec spec, JsonNode json) {
    this.base = base;
    this.spec = spec;
    this.json = json;
  }

  PromptIds prompt() {
    BackboneConfig config = spec.config();
    if (base.equals("smolvlm")) {
      return TiledPrompt.of(1, 7).tiles(1, 2).text(11, 17, 19).ids();
    }
    if (base.equals("internvl")) {
      return PromptIds.raw(1, 7, 80, spec.config().imageTokenId(), 81, 11, 17, 19);
    }
    int placeholder = isClip() ? config.videoTokenId() : config.imageTokenId();
    if (!base.startsWith("qwen")) {
      return Run.prompt(placeholder);
    }
    return PromptIds.raw(
        1, 7, config.visionStartTokenId(), placeholder, config.visionEndTokenId(), 11, 13, 17);
  }

  Visual visual() {
    if (base.startsWith("qwen")) {
      return patches();
    }
    if (base.equals("smolvlm")) {
      int side = json.at("/vision_config/image_size").intValue();
      return TinyBackbones.squares("fields." + side, side, 1, 2);
    }
    if (base.equals("internvl")) {
      JsonNode size = json.at("/vision_config/image_size");
      int side = (size.isArray() ? size.get(0) : size).intValue();
      float[] views = TinyBackbones.pixels("fields." + side, 2, 3, side, side).data();
      return TinyBackbones.squares(views, side, 1, 1);
    }
    VitConfig vit = spec.plainTower().orElseThrow();
    int side = vit.imageSize();
    if (base.equals("llava") || base.equals("llava-siglip")) {
      return TinyBackbones.still(TinyBackbones.pixels("fields." + side, 3, side, side));
    }
    if (isClip()) {
      Pixels frames = TinyBackbones.pixels("fields.clip." + side, 3, 3, side, side);
      return new Clip(frames, side / (2.0 * vit.patchSize()));
    }
    return tiles(vit);
  }

  private boolean isClip() {
    return base.endsWith("clip");
  }

  private Visual patches() {
    JsonNode vision = json.get("vision_config");
    int side = vision.get("patch_size").intValue();
    int width = 3 * vision.get("temporal_patch_size").intValue() * side * side;
    int slices = isClip() ? 2 : 1;
    int rows = isClip() ? 4 : 8;
    int columns = isClip() ? 6 : 10;
    Pixels pixels = TinyBackbones.pixels("fields." + width, slices * rows * columns, width);
    return new PatchBlocks(
        new QwenPreprocessor.Patches(pixels, slices, rows, columns),
        SECONDS_PER_SLICE,
        vision.get("spatial_merge_size").intValue(),
        Picture.UNKNOWN);
  }

  private Visual tiles(VitConfig vit) {
    int side = vit.imageSize();
    JsonNode list = json.get("image_grid_pinpoints");
    int[][] pinpoints = new int[list.size()][];
    for (int i = 0; i < pinpoints.length; i++) {
      pinpoints[i] = new int[] {list.get(i).get(0).intValue(), list.get(i).get(1).intValue()};
    }
    AnyResLayout layout =
        AnyRes.of(
                side,
                vit.patchSize(),
                pinpoints,
                AnyRes.PinpointOrder.HEIGHT_WIDTH,
                AnyRes.Rounding.SEVEN_DECIMALS)
            .layout(150, 120);
    Pixels pixels = TinyBackbones.pixels("fields.tiles." + side, layout.views(), 3, side, side);
    return new Tiled(new LlavaNextPreprocessor.Views(pixels, layout), Picture.UNKNOWN);
  }
}
