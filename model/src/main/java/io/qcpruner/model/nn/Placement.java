package io.qcpruner.model.nn;

import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.DeviceOptional;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Where tensors live and in which type activations are computed.
 *
 * @param deviceName {@code cpu}, {@code cuda} or {@code cuda:1}
 * @param compute type of activations: float on the CPU, half or bfloat16 on a GPU
 */
public record Placement(String deviceName, ScalarType compute) {

  public Placement {
    if (!deviceName.matches("cpu|cuda(:\\d{1,3})?")) {
      throw new IllegalArgumentException("device must be cpu, cuda or cuda:N, not " + deviceName);
    }
  }

  /** Float on the CPU: the reference arithmetic. */
  public static Placement cpu() {
    return new Placement("cpu", ScalarType.Float);
  }

  /** The usual arithmetic of a device: float on the CPU, bfloat16 on a GPU. */
  public static Placement named(String device) {
    return new Placement(device, device.equals("cpu") ? ScalarType.Float : ScalarType.BFloat16);
  }

  public boolean isCpu() {
    return deviceName.equals("cpu");
  }

  public Device device() {
    return new Device(deviceName);
  }

  /** Options of an activation tensor. */
  public TensorOptions options() {
    return options(compute);
  }

  public TensorOptions options(ScalarType type) {
    return new TensorOptions()
        .dtype(new ScalarTypeOptional(type))
        .device(new DeviceOptional(device()));
  }
}
