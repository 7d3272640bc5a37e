package io.qcpruner.core.prune;

/** Where in the way of a request a plan is made and applied. */
public sealed interface Stage {

  /**
   * On the vision tower's output, before projector rows enter the sequence; sources are tower rows.
   */
  record AfterVision() implements Stage {
    @Override
    public String toString() {
      return "after vision";
    }
  }

  /** On the assembled input embeddings, before decoder layer 0; sources are sequence rows. */
  record BeforeDecoder() implements Stage {
    @Override
    public String toString() {
      return "before the decoder";
    }
  }

  /**
   * On the residual stream leaving a zero-based decoder layer; sources are rows of the sequence as
   * it stands.
   */
  record AfterLayer(int layer) implements Stage {
    public AfterLayer {
      if (layer < 0) {
        throw new IllegalArgumentException("layer must be 0 or more, not " + layer);
      }
    }

    @Override
    public String toString() {
      return "after layer " + layer;
    }
  }
}
