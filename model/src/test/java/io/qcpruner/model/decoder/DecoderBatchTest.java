package io.qcpruner.model.decoder;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.TinyConfigs;
import io.qcpruner.model.nn.AttentionMask;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Weights;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.weights.SeededWeights;
import io.qcpruner.testkit.Seeded;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The differentiable batched forward: what training uses. */
@ExtendWith(Seeded.class)
class DecoderBatchTest {
  private static final Placement CPU = Placement.cpu();
  private final DecoderConfig config = TinyConfigs.llama();

  @Test
  void aPaddedBatchEqualsItsSequences(Random random) throws WeightsException {
    Decoder decoder = new Decoder(config, new ModuleFactory(new SeededWeights(), CPU));
    int[] lengths = {7, 11, 4};
    int n = 11;
    long[] ids = random.longs(3L * n, 0, config.vocabSize()).toArray();
    Workspace workspace = new Workspace(CPU);
    Scopes.run(
        () -> {
          Tensor embeds = decoder.embed(Tensors.ofLongs(ids, CPU, 3, n));
          AttentionMask mask = new AttentionMask.Custom(paddedCausal(lengths, n));
          Tensor batch = decoder.forward(embeds, null, mask, workspace);
          for (int b = 0; b < 3; b++) {
            Tensor alone = embeds.narrow(0, b, 1).narrow(1, 0, lengths[b]);
            Tensor expected = decoder.forward(alone, null, AttentionMask.CAUSAL, workspace);
            Tensor got = batch.narrow(0, b, 1).narrow(1, 0, lengths[b]);
            assertArrayEquals(Tensors.toFloats(expected), Tensors.toFloats(got), 2e-5f);
          }
        });
  }

  @Test
  void gradientsReachEveryParameterAndLowerTheLoss(Random random) throws WeightsException {
    Trainable weights = new Trainable();
    Decoder decoder = new Decoder(config, new ModuleFactory(weights, CPU));
    long[] ids = random.longs(24, 0, config.vocabSize()).toArray();
    Workspace workspace = new Workspace(CPU);
    List<Double> losses = new ArrayList<>();
    for (int step = 0; step < 3; step++) {
      Scopes.run(
          () -> {
            Tensor tokens = Tensors.ofLongs(ids, CPU, 2, 12);
            Tensor h =
                decoder.forward(decoder.embed(tokens), null, AttentionMask.CAUSAL, workspace);
            Tensor logits = decoder.logits(h, workspace).narrow(1, 0, 11).reshape(22, -1);
            Tensor loss = torch.cross_entropy_loss(logits, tokens.narrow(1, 1, 11).reshape(22));
            losses.add((double) loss.item_float());
            loss.backward();
            weights.step(0.05f);
          });
    }
    assertTrue(losses.get(2) < losses.get(0), losses.toString());
  }

  /** True where row i of a sequence may see row j: j <= i and j inside the sequence. */
  private static Tensor paddedCausal(int[] lengths, int n) {
    float[] visible = new float[lengths.length * n * n];
    for (int b = 0; b < lengths.length; b++) {
      for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
          visible[(b * n + i) * n + j] = j < lengths[b] || j == i ? 1 : 0;
        }
      }
    }
    return Tensors.ofFloats(visible, CPU, lengths.length, 1, n, n).to(ScalarType.Bool);
  }

  /** Seeded weights that ask for gradients. */
  private static final class Trainable implements Weights {
    private final SeededWeights source = new SeededWeights();
    private final Map<String, Tensor> parameters = new HashMap<>();

    @Override
    public boolean has(String name) {
      return true;
    }

    @Override
    public Tensor get(String name, long... shape) throws WeightsException {
      Tensor tensor = source.get(name, shape);
      tensor.set_requires_grad(true);
      parameters.put(name, tensor);
      return tensor;
    }

    void step(float rate) {
      parameters.forEach(
          (name, p) -> {
            assertTrue(p.grad().defined(), "no gradient for " + name);
            try (NoGradGuard guard = new NoGradGuard()) {
              assertTrue(!guard.isNull());
              p.sub_(p.grad().mul(new Scalar(rate)));
              p.grad().zero_();
            }
          });
    }
  }
}
