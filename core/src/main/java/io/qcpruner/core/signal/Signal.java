package io.qcpruner.core.signal;

/**
 * What a method may ask an engine for. N is the number of candidates of the sequence as it stands,
 * V views (tiles) or frames, P patches per view, R tower rows per view (P, plus one class row in
 * front for CLIP), D the decoder width.
 */
public enum Signal {
  /**
   * [N, D] candidate rows at the stage: input embeddings before the decoder, residual stream after
   * a layer.
   */
  VISUAL_STATES,
  /**
   * Raw cosine between candidates' states, diagonal exactly 1; asked for with {@link
   * Signals#visualCosine}, so that frame-wise methods never need all pairs.
   */
  VISUAL_COSINE,
  /**
   * Cosine between text rows and all candidates, states as in {@link #VISUAL_STATES}; asked for
   * with {@link Signals#textCosine}.
   */
  TEXT_COSINE,
  /**
   * Head-averaged scaled product of rotated queries of text rows and keys of all candidates at the
   * hook layer, before mask and softmax; asked for with {@link Signals#textAlignment}.
   */
  TEXT_ALIGNMENT,
  /**
   * Attention probabilities of rows on all candidates at the hook layer: causal softmax over all
   * keys of the sequence, averaged over query heads; asked for with {@link Signals#attention}.
   */
  ATTENTION,
  /**
   * Attention probabilities of rows on all candidates as the layer after the hook will compute
   * them: its norm, its projections, positions as they stand; averaged over query heads; asked for
   * with {@link Signals#nextAttention}.
   */
  NEXT_ATTENTION,
  /**
   * Attention of rows on all candidates at the hook layer, the largest of all query heads for each
   * pair, summed over the rows; asked for with {@link Signals#attentionPeaks}.
   */
  ATTENTION_PEAKS,
  /**
   * Attention of rows on all candidates at the hook layer as published code takes it from queries
   * and keys without positions and without the causal mask, the largest of all query heads and
   * rows; asked for with {@link Signals#unmaskedPeaks}.
   */
  UNMASKED_PEAKS,
  /** [n, Hkv*dh] rotated keys of all sequence rows at the hook layer. */
  KEYS,
  /**
   * [n, D] states of all sequence rows leaving the hook layer, through the decoder's final norm.
   */
  NORMED_STATES,
  /** [Nfull, D] input embeddings of the candidates of the unpruned sequence. */
  INPUT_VISUAL,
  /** [X, D] input embeddings of the rows after the visual span. */
  INPUT_SUFFIX,
  /**
   * [V*R, d] output of the tower's feature layer, class row included; for Qwen the mean of the four
   * rows of each merge unit before the merger.
   */
  TOWER_STATES,
  /** [V, P] attention of the class row (or column sums where there is none), summed over heads. */
  CLASS_ATTENTION,
  /**
   * [V, P] attention of the class row on the patches in a layer of the tower, averaged over heads;
   * asked for by layer.
   */
  LAYER_CLASS_ATTENTION,
  /**
   * [V, P] attention that each patch receives in a layer of the tower: mean over heads and over all
   * rows of its view (of Qwen's four patches of a unit the mean); asked for by layer.
   */
  LAYER_RECEIVED_ATTENTION,
  /** [V, dk*H] query of the class row in a layer of the tower, unscaled; asked for by layer. */
  LAYER_CLASS_QUERY,
  /** [V*R, dk*H] keys of a layer of the tower, heads side by side; asked for by layer. */
  LAYER_KEYS,
  /** [V*R, dk] keys of the tower's scoring layer, averaged over heads. */
  TOWER_KEYS,
  /**
   * [V, P] where rows merged inside the tower, for each patch the first patch of its view that it
   * shares a row with; the patch itself where none did.
   */
  TOWER_GROUPS,
  /** [V*P, D] patch rows as the decoder will see them. */
  PROJECTED,
  /** [V*P, e] patches in the joint image-text space of the vision model. */
  IMAGE_EMBEDDING,
  /** [M, e] question rows in the joint image-text space. */
  TEXT_EMBEDDING,
  /**
   * [m, D] input-embedding rows of the question words that the method's text preparation leaves.
   */
  QUESTION_EMBEDDING,
  /** [V, e] one descriptor per frame. */
  FRAME_DESCRIPTOR,
  /** [V, P] saliency of each patch in its frame. */
  FRAME_SALIENCY,
  /**
   * [V, P] attention that each patch of a frame receives in the tower's last executed layer, mean
   * over heads and rows, on the grid of the sequence; towers without a class row.
   */
  FRAME_ATTENTION
}
