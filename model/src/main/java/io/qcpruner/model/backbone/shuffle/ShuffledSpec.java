package io.qcpruner.model.backbone.shuffle;

import io.qcpruner.core.method.BackboneFacts;
import io.qcpruner.core.method.BackboneFacts.Tower;
import io.qcpruner.core.method.BackboneFacts.Views;
import io.qcpruner.model.backbone.BackboneSpec;
import io.qcpruner.model.backbone.PromptIds;
import io.qcpruner.model.backbone.Visual;
import java.util.Arrays;
import java.util.List;

/** What the descriptions of checkpoints share whose towers see square views. */
public abstract class ShuffledSpec implements BackboneSpec {
  /** The floor that the paper gives to its own backbone with merged patches. */
  private static final float TRANSFERRED_FLOOR = 0.4f;

  /** Blocks of a view. */
  public abstract PixelShuffle shuffle();

  /** Views of the usual picture. */
  public abstract int nominalViews();

  /** How many layers the tower has; all of them are run. */
  protected abstract int towerLayers();

  /** Whether the views of a picture or clip are apart in the prompt. */
  protected abstract boolean hasPlaceForEachView(Visual visual);

  /** As transformers counts them: placeholders are ids of the prompt. */
  @Override
  public final int[] penalisedPromptIds(int[] promptIds, List<Visual> visuals) {
    int placeholder = config().imageTokenId();
    return Arrays.stream(promptIds).map(id -> id == PromptIds.MARKER ? placeholder : id).toArray();
  }

  /** Layer and floor are transfers: nobody published them for these models. */
  @Override
  public final BackboneFacts methodFacts() {
    return BackboneFacts.of(
            family().label(),
            Tower.MERGED_UNITS,
            Views.TILES,
            config().decoder().layers(),
            nominalPatches())
        .withTower(towerLayers(), towerLayers() - 1)
        .withRho(TRANSFERRED_FLOOR);
  }

  @Override
  public final int nominalPatches() {
    return nominalViews() * shuffle().blocks();
  }
}
