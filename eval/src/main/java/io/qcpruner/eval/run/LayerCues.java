package io.qcpruner.eval.run;

/**
 * The cues of one sample at every decoder layer of an unpruned pass.
 *
 * @param similarity [layers][N] hidden-state cosine cue
 * @param alignment [layers][N] query-key alignment cue
 * @param fused [layers][N] fused utility without floor
 */
public record LayerCues(float[][] similarity, float[][] alignment, float[][] fused) {

  public LayerCues {
    if (similarity.length != fused.length || alignment.length != fused.length) {
      throw new IllegalArgumentException(
          "cues of "
              + similarity.length
              + ", "
              + alignment.length
              + " and "
              + fused.length
              + " layers");
    }
  }

  public int layers() {
    return fused.length;
  }
}
