package io.qcpruner.model.decoder;

import io.qcpruner.model.nn.AttentionMask;
import io.qcpruner.model.nn.RotaryTable;
import io.qcpruner.model.nn.Workspace;

/**
 * What one run of one layer works with besides its rows.
 *
 * @param rotary positions of the rows
 * @param mask which keys the rows see
 * @param cache receives the rows' keys and values, which then attend to all it holds; null without
 *     cache (training)
 * @param tap receives queries and keys; null if nobody asked
 * @param workspace scratch of the request
 */
public record LayerPass(
    RotaryTable rotary, AttentionMask mask, KvCache cache, QueryKeyTap tap, Workspace workspace) {}
