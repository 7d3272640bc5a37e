package io.qcpruner.model.internal.prune;

import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import io.qcpruner.core.signal.VisionLayout;
import io.qcpruner.model.prune.StageClock;
import io.qcpruner.model.prune.StageClock.Part;
import java.util.Set;

/** What a method may know when only the tower has run: there is no sequence yet. */
record AfterVisionSignals(PromptSignals prompt, Set<Signal> declared, StageClock clock)
    implements Signals {

  @Override
  public VisionLayout vision() {
    return prompt.vision();
  }

  @Override
  public Matrix get(Signal signal) {
    if (!declared.contains(signal)) {
      throw new IllegalArgumentException("the method did not declare that it needs " + signal);
    }
    return clock.time(Part.CUES, () -> prompt.get(signal));
  }

  @Override
  public Matrix get(Signal signal, int towerLayer) {
    if (!declared.contains(signal)) {
      throw new IllegalArgumentException("the method did not declare that it needs " + signal);
    }
    return clock.time(Part.CUES, () -> prompt.get(signal, towerLayer));
  }

  @Override
  public Matrix nextAttention(int[] rows, boolean rotated) {
    throw noSequence("attention");
  }

  @Override
  public TokenLayout layout() {
    throw noSequence("a token layout");
  }

  @Override
  public TokenLayout unprunedLayout() {
    throw noSequence("a token layout");
  }

  @Override
  public int unprunedCandidates() {
    return vision().views() * vision().patches();
  }

  @Override
  public Matrix visualCosine(int[] candidates) {
    throw noSequence("candidates");
  }

  @Override
  public Matrix textCosine(int[] rows) {
    throw noSequence("text rows");
  }

  @Override
  public Matrix textAlignment(int[] rows) {
    throw noSequence("text rows");
  }

  @Override
  public Matrix attention(int[] rows) {
    throw noSequence("attention");
  }

  @Override
  public Matrix attentionPeaks(int[] rows) {
    throw noSequence("attention");
  }

  @Override
  public Matrix unmaskedPeaks(int[] rows) {
    throw noSequence("attention");
  }

  @Override
  public int[] anchorRows() {
    throw noSequence("anchor rows");
  }

  private static IllegalArgumentException noSequence(String what) {
    return new IllegalArgumentException("after the tower there are no " + what + " yet");
  }
}
