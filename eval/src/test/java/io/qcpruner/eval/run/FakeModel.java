package io.qcpruner.eval.run;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.utility.Utility;
import io.qcpruner.eval.cost.PrefillFlops;
import io.qcpruner.eval.data.DataException;
import io.qcpruner.eval.task.ModelProfile;
import io.qcpruner.eval.task.Sample;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * A model without a network: right answers with a probability that grows with the budget, drawn
 * from the sample and the setting alone.
 */
public final class FakeModel implements EvalModel {

  private static final int LAYERS = 12;
  private static final int PATCHES = 64;

  private final ModelProfile family;
  private final String checksum;
  private final long delayMillis;
  public final AtomicInteger towerRuns = new AtomicInteger();

  public FakeModel(ModelProfile family, String checksum, long delayMillis) {
    this.family = family;
    this.checksum = checksum;
    this.delayMillis = delayMillis;
  }

  public FakeModel(ModelProfile family) {
    this(family, "c0ffee", 0);
  }

  @Override
  public ModelCard card() {
    return new ModelCard(
        "fake", family.family(), checksum, new PrefillFlops(64, 128, LAYERS, 4, 4, 16));
  }

  @Override
  public Loaded load(Sample sample) throws IOException {
    if (sample.media().name().contains("broken")) {
      throw new DataException(sample.media().name(), "picture is broken");
    }
    towerRuns.incrementAndGet();
    return new Loaded() {
      @Override
      public Answer answer(MethodSpec setting, int maxNewTokens, BooleanSupplier cancelled) {
        pause();
        return FakeModel.answer(sample, setting);
      }

      @Override
      public List<Utility> cues() {
        return FakeModel.cues(sample);
      }

      @Override
      public void close() {}
    };
  }

  private void pause() {
    try {
      Thread.sleep(delayMillis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static Answer answer(Sample sample, MethodSpec setting) {
    int kept = setting.isFull() ? PATCHES : Integer.parseInt(setting.budgetText());
    Random random = new Random(31L * sample.row() + setting.toString().hashCode());
    double skill = setting.isFull() ? 0.9 : 0.5 + 0.4 * kept / PATCHES;
    String gold = sample.golds().isEmpty() ? "yes" : sample.gold();
    boolean right = random.nextDouble() < skill;
    String text = right ? gold : gold.equalsIgnoreCase("yes") ? "No" : "Yes";
    int[] rows = new int[LAYERS];
    Arrays.fill(rows, 20 + kept);
    Arrays.fill(rows, 0, 3, 20 + PATCHES);
    return new Answer(
        text,
        1,
        "stop",
        PATCHES,
        kept,
        rows,
        0,
        Map.of("prefill", 1.0 + kept, "decode_per_token", 0.5),
        List.of("dog"),
        1L << 30);
  }

  /** Cues that settle with depth: noise shrinks layer by layer, most of all at layer 5. */
  static List<Utility> cues(Sample sample) {
    Random random = new Random(sample.row());
    float[] truth = new float[PATCHES];
    for (int i = 0; i < PATCHES; i++) {
      truth[i] = random.nextFloat();
    }
    float[][] similarity = new float[LAYERS][PATCHES];
    float[][] alignment = new float[LAYERS][PATCHES];
    float[][] fused = new float[LAYERS][PATCHES];
    for (int l = 0; l < LAYERS; l++) {
      double noise = l < 5 ? 3 : 0.3;
      for (int i = 0; i < PATCHES; i++) {
        similarity[l][i] = (float) (truth[i] + noise * random.nextDouble());
        alignment[l][i] = (float) (truth[i] + noise / 2 * random.nextDouble());
        fused[l][i] = (similarity[l][i] + alignment[l][i]) / 2;
      }
    }
    return IntStream.range(0, LAYERS)
        .mapToObj(l -> new Utility(similarity[l], alignment[l], fused[l]))
        .toList();
  }

  @Override
  public void close() {}
}
