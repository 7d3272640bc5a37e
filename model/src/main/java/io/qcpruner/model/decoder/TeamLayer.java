package io.qcpruner.model.decoder;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.model.nn.AttentionMask;
import io.qcpruner.model.nn.ThreadTeam;
import io.qcpruner.model.nn.Worker;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;

/**
 * Runs prompts through a layer on a thread team. The last bits of the result may depend on the
 * number of shards.
 */
final class TeamLayer {
  private final DecoderConfig config;
  private final ThreadTeam team;

  TeamLayer(DecoderConfig config, ThreadTeam team) {
    this.config = config;
    this.team = team;
  }

  /** The rows leaving the layer; empty, without any effect, if these are not rows of a prompt. */
  Optional<Tensor> tryForward(DecoderLayer layer, Tensor h, LayerPass pass) {
    if (h.size(0) != 1 || !isPrompt(pass) || !LayerRows.fit(config, h.size(1))) {
      return Optional.empty();
    }
    int workers = workers(layer, h.size(1));
    if (workers == 1) { // the same kernels, so that a row's result doesn't depend on how many come
      PromptPass task = new PromptPass(config, layer, h.contiguous(), pass, 1, () -> false);
      task.run(Worker.alone());
      return Optional.of(task.finish());
    }
    PromptPass task = new PromptPass(config, layer, h.contiguous(), pass, workers, team::isWanted);
    do {
      team.run(workers, task); // callers queue in order, so whoever wants the team is next
    } while (!task.isDone());
    return Optional.of(task.finish());
  }

  /** A whole prompt, or the rest of one whose first rows are in the cache. */
  private static boolean isPrompt(LayerPass pass) {
    if (pass.cache() == null) {
      return false;
    }
    long before = pass.cache().length();
    return pass.mask() instanceof AttentionMask.Causal && before == 0
        || pass.mask() instanceof AttentionMask.AfterPrefix after && before == after.prefix();
  }

  private int workers(DecoderLayer layer, long rows) {
    long attention = 2L * config.headDim() * (config.heads() + config.kvHeads());
    long weights = config.hiddenSize() * (attention + 3L * config.intermediateSize());
    return Math.min(layer.shards().size(), team.workersFor(rows, weights));
  }
}
