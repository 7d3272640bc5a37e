package io.qcpruner.model.backbone.qwen;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.ConfigNode;
import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.config.DecoderReader;
import io.qcpruner.checkpoint.config.DecoderType;
import io.qcpruner.checkpoint.config.FieldList;
import io.qcpruner.checkpoint.config.KnownFields;
import io.qcpruner.model.backbone.BackboneConfig;
import java.util.List;

/** Reads the outer and decoder fields of Qwen-VL files. */
public final class QwenConfig {
  private QwenConfig() {}

  /**
   * The decoder and the ids of the marks.
   *
   * @param towerWidth width of the tower's rows after the merger
   * @param widthField name of that width in {@code vision_config}
   */
  public static BackboneConfig read(
      ConfigNode config, DecoderType defaults, int towerWidth, String widthField)
      throws ConfigException {
    // the hub file is flat; newer programs nest the decoder keys
    ConfigNode text = config.hasObject("text_config") ? config.object("text_config") : config;
    // transformers passes the inner field on, except in Qwen3-VL
    boolean innerCounts = defaults == DecoderType.QWEN2_THREE_AXES;
    boolean inner = text.flag("tie_word_embeddings", false) && innerCounts;
    boolean tied = config.flag("tie_word_embeddings", false) || inner;
    DecoderConfig decoder = DecoderReader.read(text, defaults, tied);
    if (towerWidth != decoder.hiddenSize()) {
      throw new ConfigException(
          "%s: vision_config.%s %d differs from the decoder's hidden_size %d"
              .formatted(config.file(), widthField, towerWidth, decoder.hiddenSize()));
    }
    BackboneConfig backbone =
        new BackboneConfig(
            decoder,
            config.integer("image_token_id", 151655),
            config.integer("video_token_id", 151656),
            config.integer("vision_start_token_id", 151652),
            config.integer("vision_end_token_id", 151653),
            decoder.maxPositions());
    for (String mark : List.of("vision_start_token_id", "vision_end_token_id")) {
      if (config.integer(mark, 0) >= decoder.vocabSize()) {
        throw config.wrong(mark, "below vocab_size " + decoder.vocabSize());
      }
    }
    if (text == config) {
      KnownFields.QWEN.with(defaults.fields()).refuseRest(config);
    } else {
      defaults.fields().refuseRest(text);
      // some files hold the decoder's fields twice; the inner ones win
      FieldList repeated = FieldList.harmless(text.names().toArray(String[]::new));
      KnownFields.QWEN.with(repeated).refuseRest(config);
    }
    return backbone;
  }
}
