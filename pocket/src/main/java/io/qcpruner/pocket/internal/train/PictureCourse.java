package io.qcpruner.pocket.internal.train;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.pocket.question.Split;

/** Pictures with the LLaVA of this module. */
final class PictureCourse implements Course {

  private final TurnEncoder encoder = new TurnEncoder();
  private final BatchMaker maker = new BatchMaker(encoder);

  @Override
  public Parameters start(long seed) {
    return Initializer.fresh(seed, encoder.vocabulary());
  }

  @Override
  public void complete(Parameters parameters, long seed) {
    Initializer.addCaptions(parameters, seed);
  }

  @Override
  public PocketNet net(Parameters parameters) throws WeightsException {
    return new PocketNet(parameters, encoder);
  }

  @Override
  public Batch make(Split split, CurriculumStage stage, long step) {
    return maker.make(split, stage, step);
  }

  @Override
  public void close() {
    encoder.close();
  }
}
