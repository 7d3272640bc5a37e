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
  /** [N, N] raw cosine between the candidates' states, diagonal exactly 1. */
  VISUAL_COSINE,
  /** [m, N] cosine between anchor rows and candidates, states as in {@link #VISUAL_STATES}. */
  ANCHOR_COSINE,
  /**
   * [m, N] head-averaged scaled query-key dot product, before mask and softmax, of the anchor rows
   * at the hook layer.
   */
  ANCHOR_ALIGNMENT,
  /** [n, *] attention probabilities of chosen rows; asked for with {@link Signals#attention}. */
  ATTENTION_ROWS,
  /** [n, Hkv*dh] rotated keys of all rows of the hook layer. */
  KEYS,
  /** [n, D] states of all rows after the decoder's final norm. */
  NORMED_STATES,
  /** [Nfull, D] input embeddings of the candidates of the unpruned sequence. */
  INPUT_VISUAL,
  /** [X, D] input embeddings of the suffix text rows. */
  INPUT_SUFFIX,
  /** [V*R, d] output of the tower's feature layer, class row included. */
  TOWER_STATES,
  /** [V, P] attention of the class row (or column sums where there is none), summed over heads. */
  CLASS_ATTENTION,
  /** [V*R, dk] keys of the tower's scoring layer, averaged over heads. */
  TOWER_KEYS,
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
  FRAME_SALIENCY
}
