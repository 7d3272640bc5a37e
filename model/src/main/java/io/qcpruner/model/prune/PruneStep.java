package io.qcpruner.model.prune;

import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Stage;

/**
 * What a method decided at one stage about one picture or clip.
 *
 * @param visual which picture or clip of the conversation, counted from 0
 */
public record PruneStep(Stage stage, int visual, PruneResult result) {}
