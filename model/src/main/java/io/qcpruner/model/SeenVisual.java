package io.qcpruner.model;

import io.qcpruner.media.Detail;
import java.util.Optional;

/**
 * How a model looks at a picture or clip.
 *
 * @param clip whether it is a clip
 * @param detail how much of a picture it looks at; empty where the family has only one way, and for
 *     clips
 * @param views how often the tower looks: tiles and the whole, or frames
 * @param gridRows rows of tokens in a view
 * @param gridCols columns of tokens in a view
 */
public record SeenVisual(
    boolean clip, Optional<Detail> detail, int views, int gridRows, int gridCols) {}
