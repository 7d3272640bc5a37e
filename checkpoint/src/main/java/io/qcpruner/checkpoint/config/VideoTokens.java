package io.qcpruner.checkpoint.config;

/**
 * How projected frame features become decoder rows.
 *
 * @param stride window and step of the pooling
 */
public record VideoTokens(Pool pool, int stride, Newlines newlines) {

  /**
   * What the evaluation of LLaVA-Video runs, whatever the checkpoint stores: 13 x 13 = 169 rows a
   * frame and a newline after each grid row.
   */
  public static final VideoTokens EVALUATION = new VideoTokens(Pool.AVERAGE, 2, Newlines.GRID);

  public VideoTokens {
    if (stride < 1) {
      throw new IllegalArgumentException("pool stride must be positive, was " + stride);
    }
  }

  /** How a frame's grid is made smaller. */
  public enum Pool {
    /** Mean of stride x stride windows; what does not fill a window is dropped. */
    AVERAGE,
    /** Largest value of stride x stride windows. */
    MAX,
    /** Two-tap linear to ceil(side / stride). */
    BILINEAR
  }

  /** Where learned separator rows go. */
  public enum Newlines {
    /** After every grid row of every frame. */
    GRID,
    /** One after each frame. */
    FRAME,
    /** One after all frames. */
    ONE_TOKEN,
    NO_TOKEN
  }
}
