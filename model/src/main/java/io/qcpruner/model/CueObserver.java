package io.qcpruner.model;

import io.qcpruner.core.utility.Utility;
import io.qcpruner.model.decoder.Boundary;
import io.qcpruner.model.decoder.Decoder;
import io.qcpruner.model.prune.CueReader;
import java.util.ArrayList;
import java.util.List;

/** Reads the cues of the first picture behind every layer: for layer calibration and heat maps. */
final class CueObserver implements PipelineObserver {
  private final Decoder decoder;
  private final List<Utility> layers = new ArrayList<>();
  private AssembledPrompt prompt;

  CueObserver(Decoder decoder) {
    this.decoder = decoder;
  }

  @Override
  public boolean wantsAnchors() {
    return true;
  }

  @Override
  public void assembled(AssembledPrompt assembled) {
    this.prompt = assembled;
  }

  @Override
  public boolean wantsLayer(int layer) {
    return layer >= 0;
  }

  @Override
  public boolean wantsQueryKey(int layer) {
    return true;
  }

  @Override
  public void afterLayer(Boundary boundary) {
    layers.add(new CueReader(decoder, prompt.anchorRows(), 0).read(boundary));
  }

  LayerCues cues() {
    return new LayerCues(prompt.input().layout(), prompt.anchors().orElseThrow(), layers);
  }
}
