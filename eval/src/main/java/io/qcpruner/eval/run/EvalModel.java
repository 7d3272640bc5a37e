package io.qcpruner.eval.run;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.prune.Settings;
import io.qcpruner.core.utility.Utility;
import io.qcpruner.eval.task.Sample;
import java.io.IOException;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * What an evaluation needs of a model. Greedy decoding; the same sample and setting always give the
 * same answer. Safe for as many threads as the run uses.
 */
public interface EvalModel extends AutoCloseable {

  ModelCard card();

  /** Refuses settings that this model can't serve, before a run starts. */
  default void require(List<MethodSpec> settings) {}

  /** What a setting leaves open, filled in by the model: layer, floor and the like. */
  default Settings inForce(MethodSpec setting) {
    return setting.settings();
  }

  /** The settings of a sample in the order in which they share most of their work. */
  default List<MethodSpec> inSharingOrder(List<MethodSpec> settings) {
    return settings;
  }

  /** Reads the sample's medium and runs the vision tower, once for all settings. */
  Loaded load(Sample sample) throws IOException;

  @Override
  void close();

  /** A sample whose picture went through the tower. */
  interface Loaded extends AutoCloseable {

    /**
     * @param cancelled asked between steps; the answer of a cancelled request is of no use
     */
    Answer answer(MethodSpec setting, int maxNewTokens, BooleanSupplier cancelled);

    default Answer answer(MethodSpec setting, int maxNewTokens) {
      return answer(setting, maxNewTokens, () -> false);
    }

    /** The utility cues at every layer but the last of an unpruned pass, for calibration. */
    List<Utility> cues();

    @Override
    void close();
  }
}
