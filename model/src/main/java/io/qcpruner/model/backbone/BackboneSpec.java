package io.qcpruner.model.backbone;

import io.qcpruner.checkpoint.config.GenerationConfig;
import io.qcpruner.checkpoint.config.VitConfig;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.method.BackboneFacts;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.text.PromptTemplate;
import io.qcpruner.text.Segment;
import io.qcpruner.text.VisualStrings;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One checkpoint of a family, described without its weights: sizes, tensors, preprocessing, prompt
 * and rules. Immutable.
 */
public interface BackboneSpec {

  BackboneFamily family();

  BackboneConfig config();

  /** Every tensor that is run, by canonical name, with its shape, in the order of computation. */
  Map<String, long[]> tensors();

  /** Every tensor that published files of this configuration hold, also those never run. */
  default Map<String, long[]> storedTensors() {
    return tensors();
  }

  /** The tower, if it is one that CLIP's and SigLIP's companion weights fit. */
  default Optional<VitConfig> plainTower() {
    return Optional.empty();
  }

  /** How pictures and clips become what the tower takes. */
  VisualPreparer preparer();

  /** What the checkpoint's preprocessor file says otherwise than {@link #preparer}, in lines. */
  default List<String> preprocessorDifferences() {
    return List.of();
  }

  /** The chat format of the published evaluation, for checkpoints without a template too. */
  PromptTemplate template();

  /**
   * Like above, for a conversation with these pictures and clips, where that makes a difference.
   */
  default PromptTemplate template(List<Visual> visuals) {
    return template();
  }

  /** What a checkpoint's own chat template writes for a picture or clip. */
  default VisualStrings visualStrings() {
    return VisualStrings.TAGS;
  }

  /**
   * What stands in a prompt for a picture or clip: one place for all its rows, or text and a place
   * for each group of rows.
   */
  default List<Segment> places(Visual visual) {
    return List.of(Segment.visual());
  }

  /** What ends an answer, and the repetition penalty of the checkpoint. */
  GenerationConfig generation();

  /**
   * Prompt ids that the repetition penalty counts as already said.
   *
   * @param promptIds ids of the prompt; a picture or clip is {@link PromptIds#MARKER}
   * @param visuals the pictures and clips in the order of their marks
   */
  default int[] penalisedPromptIds(int[] promptIds, List<Visual> visuals) {
    return new int[0];
  }

  /** How many pictures or clips one conversation may hold. */
  default int maxVisuals() {
    return Integer.MAX_VALUE;
  }

  /** Refuses more pictures or clips than the family takes. */
  default void requireVisuals(int count) {
    if (count > maxVisuals()) {
      throw new IllegalArgumentException(
          "%s takes at most %d picture%s or clip%s in a conversation, not %d"
              .formatted(
                  family().label(),
                  maxVisuals(),
                  maxVisuals() == 1 ? "" : "s",
                  maxVisuals() == 1 ? "" : "s",
                  count));
    }
  }

  /**
   * Refuses pictures that were not prepared for being shown together.
   *
   * @param visuals of one conversation
   */
  default void requireTogether(List<Visual> visuals) {}

  /** What pruning methods may know of this model, and its published defaults for them. */
  BackboneFacts methodFacts();

  /**
   * Whether the rows of this clip are pooled behind the projector, though {@link #methodFacts} is
   * about pictures that are not.
   */
  default boolean poolsFrames(Visual visual) {
    return false;
  }

  /** Whether every picture has the same number of patches. */
  default boolean fixedPatchCount() {
    return false;
  }

  /** Patches that a published total budget is meant for. */
  int nominalPatches();

  /** The model itself. */
  Backbone build(ModuleFactory modules) throws WeightsException;
}
