package io.qcpruner.model.backbone;

/**
 * A checkpoint that a hub offers.
 *
 * @param name on the hub, ORG/NAME
 * @param shape its size, the id of one of its family's shapes
 * @param towerRows rows that go through the vision tower for the usual picture or clip
 * @param licence as its card names it
 */
public record PublishedModel(String name, String shape, int towerRows, String licence) {}
