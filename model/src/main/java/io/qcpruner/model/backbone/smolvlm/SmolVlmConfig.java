package io.qcpruner.model.backbone.smolvlm;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.ConfigNode;
import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.config.DecoderReader;
import io.qcpruner.checkpoint.config.DecoderType;
import io.qcpruner.checkpoint.config.KnownFields;
import io.qcpruner.checkpoint.config.VisionReader;
import io.qcpruner.checkpoint.config.VitConfig;
import io.qcpruner.model.backbone.BackboneConfig;
import io.qcpruner.model.backbone.shuffle.PixelShuffle;

/** What a configuration of SmolVLM or Idefics3 says. */
record SmolVlmConfig(BackboneConfig backbone, VitConfig tower, PixelShuffle shuffle) {

  static SmolVlmConfig read(ConfigNode config) throws ConfigException {
    ConfigNode text = config.object("text_config");
    DecoderType type = DecoderType.of(text, DecoderType.LLAMA);
    DecoderConfig decoder =
        DecoderReader.read(text, type, config.flag("tie_word_embeddings", false));
    if (decoder.mropeSection().length > 0) {
      throw text.wrong("model_type", "a decoder whose positions have one axis");
    }
    type.fields().with(KnownFields.IDEFICS_DECODER).refuseRest(text);
    VitConfig tower = VisionReader.idefics(config.object("vision_config"));
    int factor = config.size("scale_factor", 2);
    if (tower.grid() % factor != 0) {
      throw config.wrong("scale_factor", "a divisor of image_size / patch_size, " + tower.grid());
    }
    BackboneConfig backbone =
        new BackboneConfig(
            decoder, config.integer("image_token_id", 128257), -1, -1, -1, decoder.maxPositions());
    KnownFields.IDEFICS.refuseRest(config);
    return new SmolVlmConfig(backbone, tower, new PixelShuffle(tower.grid(), factor));
  }
}
