package io.qcpruner.checkpoint.config;

/**
 * The fields that no reader asks for, by configuration class: those of transformers since 4.28 and
 * of the LLaVA authors' programs. Whatever is in neither list is refused by name.
 */
public final class KnownFields {
  private KnownFields() {}

  /** What every class of transformers may write. */
  private static final FieldList ANY =
      FieldList.harmless(
              "_name_or_path",
              "_commit_hash",
              "_attn_implementation",
              "_attn_implementation_autoset",
              "_attn_implementation_internal",
              "_flash_attn_2_enabled",
              "attn_implementation",
              "architectures",
              "auto_map",
              "bos_token_id",
              "chunk_size_feed_forward",
              "dtype",
              "eos_token_id",
              "finetuning_task",
              "id2label",
              "initializer_factor",
              "initializer_range",
              "is_decoder",
              "label2id",
              "model_type",
              "num_labels",
              "output_attentions",
              "output_hidden_states",
              "pad_token_id",
              "prefix",
              "problem_type",
              "sep_token_id",
              "task_specific_params",
              "tf_legacy_loss",
              "tokenizer_class",
              "torch_dtype",
              "torchscript",
              "transformers_version",
              "use_bfloat16",
              "use_cache",
              "xla_device")
          .only("is_encoder_decoder", "false")
          .only("add_cross_attention", "false")
          .only("tie_encoder_decoder", "false")
          .only("cross_attention_hidden_size")
          .only("pruned_heads", "{}")
          .only("return_dict", "true");

  /** Generation settings that older files keep in the configuration; ours come from elsewhere. */
  private static final FieldList GENERATION =
      FieldList.harmless(
              "bad_words_ids",
              "begin_suppress_tokens",
              "decoder_start_token_id",
              "diversity_penalty",
              "do_sample",
              "early_stopping",
              "encoder_no_repeat_ngram_size",
              "exponential_decay_length_penalty",
              "forced_bos_token_id",
              "forced_eos_token_id",
              "length_penalty",
              "max_length",
              "min_length",
              "num_beam_groups",
              "num_beams",
              "num_return_sequences",
              "output_scores",
              "remove_invalid_values",
              "return_dict_in_generate",
              "suppress_tokens",
              "temperature",
              "top_k",
              "top_p",
              "typical_p")
          .only("no_repeat_ngram_size", "0")
          .only("repetition_penalty", "1", "1.0");

  private static final FieldList COMMON = ANY.with(GENERATION);

  /** Decoders; windows are read where the decoder type has them. */
  public static final FieldList DECODER =
      COMMON
          .with(
              FieldList.harmless(
                  "attention_dropout",
                  "pretraining_tp",
                  "resid_pdrop",
                  "embd_pdrop",
                  "max_window_layers",
                  "original_max_position_embeddings",
                  // the top of the file and this place are both looked at
                  "tie_word_embeddings"))
          .only("mlp_bias", "false")
          .only("attention_bias", "false")
          .only("sliding_window")
          .only("use_sliding_window", "false");

  /** Decoders whose window has no effect unless it is switched on. */
  public static final FieldList SWITCHED_WINDOW_DECODER =
      DECODER.with(FieldList.harmless("sliding_window"));

  /** The object in {@code rope_scaling} or {@code rope_parameters}. */
  public static final FieldList ROPE = FieldList.harmless("type", "rope_type");

  /** CLIP and SigLIP towers. */
  public static final FieldList VIT =
      COMMON.with(
          FieldList.harmless(
              "attention_dropout",
              "dropout",
              "logit_scale_init_value",
              "projection_dim",
              "tie_word_embeddings",
              "vision_use_head",
              "vocab_size"));

  /** The tower of Qwen2.5-VL. */
  public static final FieldList QWEN_VISION =
      COMMON.with(FieldList.harmless("attention_dropout", "tie_word_embeddings"));

  /**
   * Decoders inside SmolVLM and Idefics3 files, which repeat settings of their training program.
   */
  public static final FieldList IDEFICS_DECODER =
      FieldList.harmless(
              "neftune_noise_alpha",
              "perceiver_config",
              "pixel_shuffle_factor",
              "transformers.js_config")
          .only("is_llama_config", "true")
          .only("qk_layer_norms", "false")
          .only("rope_interleaved", "false")
          .only("use_resampler", "false");

  /** Towers inside SmolVLM and Idefics3 files, which repeat settings of the preprocessor. */
  public static final FieldList IDEFICS_VISION =
      VIT.with(FieldList.harmless("max_image_size", "size", "use_base_siglip"));

  /** The outer object of SmolVLM and Idefics3 files. */
  public static final FieldList IDEFICS =
      COMMON.with(
          FieldList.harmless(
              "text_config",
              "transformers.js_config",
              "use_reentrant_checkpointing",
              "vision_config",
              "vocab_size"));

  /** The tower of InternVL. */
  public static final FieldList INTERNVL_VISION =
      COMMON
          .with(
              FieldList.harmless(
                  "attention_dropout",
                  "dropout",
                  "hidden_dropout_prob",
                  "layer_scale_init_value",
                  "projection_dropout",
                  "tie_word_embeddings"))
          .only("norm_type", "\"layer_norm\"")
          .only("use_absolute_position_embeddings", "true")
          .only("use_mask_token", "false")
          .only("use_mean_pooling", "true")
          .only("use_qk_norm", "false");

  /** The outer object of InternVL files. */
  public static final FieldList INTERNVL =
      COMMON
          .with(
              FieldList.harmless("image_seq_length", "text_config", "vision_config", "vocab_size"))
          .only("projector_hidden_act", "\"gelu\"")
          .only("vision_feature_layer", "-1")
          .only("vision_feature_select_strategy", "\"default\"");

  /** The outer object of transformers' LLaVA files. */
  public static final FieldList HF_LLAVA =
      COMMON
          .with(
              FieldList.harmless(
                  "ignore_index",
                  "image_seq_length",
                  "text_config",
                  "vision_config",
                  "vocab_size",
                  "hidden_size"))
          .only("use_image_newline_parameter", "true");

  /** The outer object of Qwen2.5-VL files. */
  public static final FieldList QWEN =
      COMMON.with(FieldList.harmless("text_config", "vision_config", "vision_token_id"));

  /** What the LLaVA authors' programs write besides the decoder's fields. */
  public static final FieldList ORIGINAL =
      SWITCHED_WINDOW_DECODER
          .with(
              FieldList.harmless(
                  "add_time_instruction",
                  "delay_load",
                  "faster_token_stride",
                  "force_sample",
                  "freeze_backbone",
                  "freeze_mm_mlp_adapter",
                  "freeze_mm_vision_resampler",
                  "image_aspect_ratio",
                  "image_crop_resolution",
                  "image_grid_pinpoints",
                  "image_processor",
                  "image_split_resolution",
                  "image_token_index",
                  "max_sequence_length",
                  "mm_projector_lr",
                  "mm_tunable_parts",
                  "mm_use_im_patch_token",
                  "mm_vision_select_layer",
                  "mm_vision_tower",
                  "mm_vision_tower_lr",
                  "pos_skipping_range",
                  "pretrain_mm_mlp_adapter",
                  "tokenizer_padding_side",
                  "tune_mm_mlp_adapter",
                  "tune_mm_vision_resampler",
                  "unfreeze_mm_vision_tower",
                  "vision_tower_pretrained"))
          .only("add_faster_video", "false")
          .only("ignore_index", "-100")
          .only("mm_resampler_type")
          .only("projector_hidden_act", "\"gelu\"")
          .only("use_mm_proj", "true")
          .only("use_pos_skipping", "false")
          .only("vision_feature_layer", "-1", "-2")
          .only("vision_feature_select_strategy", "\"default\"", "\"full\"");
}
