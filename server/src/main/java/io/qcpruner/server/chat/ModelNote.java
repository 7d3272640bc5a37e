package io.qcpruner.server.chat;

/**
 * What people should know of a model before they ask it.
 *
 * @param about what it knows and what not; empty if there is nothing to warn of
 * @param stills whether a single picture makes sense to it
 * @param singleTurn it was taught single questions only: earlier turns would mislead it
 * @param textAlone whether it answers a question without a picture
 */
public record ModelNote(String about, boolean stills, boolean singleTurn, boolean textAlone) {
  public static final ModelNote NONE = new ModelNote("", true, false, true);
}
