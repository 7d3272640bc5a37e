package io.qcpruner.distill;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * One forward pass of the encoder per token, {@code [CLS] token [SEP]}, averaged over the three.
 */
final class EncoderPass implements AutoCloseable {

  private static final int BATCH = 256;
  private static final int LENGTH = 3;

  private final OrtEnvironment environment = OrtEnvironment.getEnvironment();
  private final OrtSession session;

  EncoderPass(byte[] onnx) throws OrtException {
    session = environment.createSession(onnx);
  }

  /** One row per token id: the mean of the last hidden states of its three positions. */
  float[][] run(int[] tokens, int cls, int sep) throws OrtException, IOException {
    float[][] rows = new float[tokens.length][];
    for (int from = 0; from < tokens.length; from += BATCH) {
      int to = Math.min(tokens.length, from + BATCH);
      long[][] ids = new long[to - from][];
      for (int i = from; i < to; i++) {
        ids[i - from] = new long[] {cls, tokens[i], sep};
      }
      float[][][] states = states(ids);
      for (int i = from; i < to; i++) {
        rows[i] = mean(states[i - from]);
      }
    }
    return rows;
  }

  private float[][][] states(long[][] ids) throws OrtException, IOException {
    long[][] ones = new long[ids.length][LENGTH];
    for (long[] row : ones) {
      Arrays.fill(row, 1);
    }
    Map<String, OnnxTensor> inputs = new HashMap<>();
    try (OnnxTensor tokens = OnnxTensor.createTensor(environment, ids);
        OnnxTensor mask = OnnxTensor.createTensor(environment, ones);
        OnnxTensor types = OnnxTensor.createTensor(environment, new long[ids.length][LENGTH])) {
      inputs.put("input_ids", tokens);
      inputs.put("attention_mask", mask);
      inputs.put("token_type_ids", types);
      inputs.keySet().retainAll(session.getInputNames());
      try (OrtSession.Result result = session.run(inputs)) {
        return hidden(result);
      }
    }
  }

  /** Exports name the hidden states differently; they are the output of rank 3. */
  private static float[][][] hidden(OrtSession.Result result) throws OrtException, IOException {
    for (Map.Entry<String, OnnxValue> output : result) {
      if (output.getValue().getInfo() instanceof TensorInfo info
          && info.getShape().length == LENGTH) {
        return (float[][][]) output.getValue().getValue();
      }
    }
    throw new IOException("the encoder has no output of rank 3, so no hidden states");
  }

  private static float[] mean(float[][] states) {
    float[] mean = new float[states[0].length];
    for (int j = 0; j < mean.length; j++) {
      double sum = 0;
      for (float[] state : states) {
        sum += state[j];
      }
      float value = (float) (sum / states.length);
      mean[j] = Float.isNaN(value) ? 0 : value;
    }
    return mean;
  }

  @Override
  public void close() throws OrtException {
    session.close();
  }
}
