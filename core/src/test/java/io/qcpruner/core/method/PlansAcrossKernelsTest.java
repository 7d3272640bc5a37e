package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.contracts.PrunerContract;
import io.qcpruner.contracts.SignalDraw;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.KernelSupport;
import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.select.Selectors;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import io.qcpruner.core.signal.VisionLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Every method gives the same plan, weights and gains to the last bit under every kernel this
 * machine has. Kernels are picked once per virtual machine, so each runs in one of its own.
 */
class PlansAcrossKernelsTest {

  @Test
  void sameBitsUnderEveryKernel() throws IOException, InterruptedException {
    String here = plans();
    assertTrue(here.lines().count() > 50, here);
    for (KernelSupport kernels : Kernels.supports()) {
      assertEquals(here, run(kernels.name()), kernels.name());
    }
  }

  private static String run(String kernels) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules",
                "jdk.incubator.vector",
                "-Dqcpruner.kernels=" + kernels,
                "-cp",
                System.getProperty("java.class.path"),
                PlansAcrossKernelsTest.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), kernels);
    return out;
  }

  /** Prints the plans of all methods on all backbones. */
  public static void main(String[] args) {
    System.out.print(plans());
  }

  private static String plans() {
    StringBuilder out = new StringBuilder();
    for (PruningMethod entry : Methods.all()) {
      for (PublishedBackbone kind : PublishedBackbone.values()) {
        BackboneFacts backbone = kind.facts(28, 111);
        if (entry.obstacle(backbone).isEmpty()) {
          out.append(plan(Methods.create(entry.name(), backbone), kind)).append('\n');
        }
      }
    }
    for (String selector : Selectors.names()) {
      PublishedBackbone kind = PublishedBackbone.QWEN2_5_VL;
      MethodSpec spec = MethodSpec.of("qcpruner").with(QcPruner.SELECTOR, selector);
      out.append(plan(Methods.create(spec, kind.facts(28, 111)), kind)).append('\n');
    }
    return out.toString();
  }

  private static String plan(Pruner method, PublishedBackbone kind) {
    List<String> stages = new ArrayList<>();
    for (Stage stage : method.stages()) {
      ArraySignals tower =
          SignalDraw.of(
              VisionLayout.single(37, 3, kind != PublishedBackbone.QWEN2_5_VL), new Random(7));
      Signals signals = stage.onTower() ? tower : inSequence(sequence(kind, method), tower);
      stages.add(PrunerContract.describe(method.plan(stage, signals, new Budget.Total(29))));
    }
    return method.label() + stages;
  }

  /** Signals of a sequence; what the tower said of its patches can be asked for there too. */
  private static Signals inSequence(TokenLayout layout, ArraySignals tower) {
    return SignalDraw.of(layout, new Random(7)).toBuilder()
        .vision(tower.vision())
        .with(Signal.TOWER_GROUPS, tower.get(Signal.TOWER_GROUPS))
        .with(Signal.LAYER_CLASS_ATTENTION, tower.get(Signal.LAYER_CLASS_ATTENTION))
        .build();
  }

  private static TokenLayout sequence(PublishedBackbone kind, Pruner method) {
    if (method.comparesFrames()) {
      return TokenLayout.video(3, 3, 37, 1, kind == PublishedBackbone.LLAVA_VIDEO, 5);
    }
    return kind == PublishedBackbone.LLAVA_VIDEO
        ? TokenLayout.video(3, 3, 37, 1, true, 5)
        : TokenLayout.simple(3, 111, 3, 5);
  }
}
