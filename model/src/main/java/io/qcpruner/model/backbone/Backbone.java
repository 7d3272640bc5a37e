package io.qcpruner.model.backbone;

import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.model.decoder.Decoder;
import io.qcpruner.model.decoder.DecoderInput;
import io.qcpruner.model.nn.Cancellation;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.vision.TowerWork;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/**
 * A model with its weights: immutable, no state. The steps are separate calls, so that a method can
 * act after the tower, before the decoder, and after any layer.
 */
public interface Backbone {

  BackboneSpec spec();

  default BackboneConfig config() {
    return spec().config();
  }

  Decoder decoder();

  /**
   * Runs the vision tower.
   *
   * @param work what beside the output is asked for; the caller closes the tap
   * @param cancellation asked before each layer
   */
  VisionOutput encode(
      Visual visual, TowerWork work, Workspace workspace, Cancellation cancellation);

  /**
   * @param tap whether to keep the last layer's queries and keys; the caller closes the tap
   */
  default VisionOutput encode(Visual visual, boolean tap, Workspace workspace) {
    TowerWork work = tap ? TowerWork.TAP : TowerWork.OUTPUT;
    return encode(visual, work, workspace, Cancellation.NONE);
  }

  /** Projects, pools and separates the tower's rows as the family does. */
  VisualRows rows(VisionOutput output, Workspace workspace);

  /**
   * The same with a plan made on the tower's output: its rows, in its order, projected. The learned
   * newline is named by {@code layout.newlineSource()}.
   */
  VisualRows rows(VisionOutput output, PrunePlan plan, Workspace workspace);

  /**
   * The same with a plan made on the projected rows: sums are of projected rows. Where tower and
   * projector are one, plans are always of that kind.
   */
  default VisualRows projectedRows(VisionOutput output, PrunePlan plan, Workspace workspace) {
    return rows(output, plan, workspace);
  }

  /**
   * [V·P, D] patch rows of all views in the decoder's space, before pooling, unpadding and
   * newlines.
   */
  Tensor projected(VisionOutput output, Workspace workspace);

  /** Brings values per tower patch [V, P] to the grid that the sequence's patches have. */
  default Tensor onSequenceGrid(Tensor perPatch, VisionOutput output) {
    return perPatch;
  }

  /** Puts the rows where the prompt has its pictures, and numbers the sequence. */
  default DecoderInput assemble(PromptIds prompt, List<VisualRows> visuals) {
    return new SequenceAssembler(spec(), decoder()).assemble(prompt, visuals);
  }
}
