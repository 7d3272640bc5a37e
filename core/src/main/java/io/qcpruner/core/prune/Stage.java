package io.qcpruner.core.prune;

/** Where in the way of a request a plan is made and applied. */
public sealed interface Stage {

  /** Whether the plan is made before there is a sequence: its sources are tower rows. */
  default boolean onTower() {
    return false;
  }

  /**
   * On the vision tower's output; sources are tower rows as {@link
   * io.qcpruner.core.signal.VisionLayout} numbers them, and its newline source. Plans apply to the
   * rows that enter the projector; for Qwen, whose projector is the merger, to its output.
   */
  record AfterVision() implements Stage {
    @Override
    public boolean onTower() {
      return true;
    }

    @Override
    public String toString() {
      return "after vision";
    }
  }

  /**
   * On the rows that leave the projector; sources are named as in {@link AfterVision}. It differs
   * from it for plans that merge rows: sums are of projected rows.
   */
  record AfterProjector() implements Stage {
    @Override
    public boolean onTower() {
      return true;
    }

    @Override
    public String toString() {
      return "after the projector";
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
