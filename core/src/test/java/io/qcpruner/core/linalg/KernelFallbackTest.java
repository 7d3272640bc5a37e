package io.qcpruner.core.linalg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.objective.EdgeWeight;
import io.qcpruner.core.select.CoverageSelector;
import io.qcpruner.core.select.SelectorInput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The core as a plain dependency: programs that know nothing of the vector module. */
class KernelFallbackTest {

  @TempDir Path folder;

  private record Run(int exit, String out, String err) {}

  /** Prints the kernels and what they pick. */
  public static void main(String[] args) {
    System.out.println(picks());
    Kernels.warmUp();
    System.out.println(Kernels.support().name() + " " + Kernels.preferredName());
    System.out.println(picks());
  }

  private static String picks() {
    Random random = new Random(3);
    Matrix features = Matrix.zeros(200, 24);
    for (int i = 0; i < features.data().length; i++) {
      features.data()[i] = (float) random.nextGaussian();
    }
    SelectorInput input = SelectorInput.ofFeatures(features);
    return Arrays.toString(new CoverageSelector(EdgeWeight.VISUAL_ONLY).select(input, 20).order());
  }

  private Run run(String... options) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    command.addAll(List.of(options));
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), KernelFallbackTest.class.getName()));
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    int exit = process.waitFor();
    return new Run(
        exit,
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }

  /** Programs that use the library are not warned: our own commands say what to do. */
  private void scalarServesQuietly(Run run) {
    assertEquals(0, run.exit, run.err);
    assertEquals(List.of(picks(), "scalar scalar", picks()), run.out.lines().toList());
    assertEquals("", run.err);
  }

  @Test
  void withoutTheModuleScalarKernelsServe() throws Exception {
    scalarServesQuietly(run());
  }

  @Test
  void aRuntimeImageWithoutTheModuleServesToo() throws Exception {
    scalarServesQuietly(run("--limit-modules", "java.base,java.logging"));
  }

  @Test
  void scalarKernelsThatWereAskedForNeedNoModule() throws Exception {
    scalarServesQuietly(run("-Dqcpruner.kernels=scalar"));
  }

  @Test
  void kernelsThatTheRuntimeCantLoadAreRefusedByName() throws Exception {
    Run run = run("-Dqcpruner.kernels=vector-256");
    assertTrue(run.exit != 0);
    assertTrue(run.err.contains("vector-256 names no kernels; this runtime has [scalar]"), run.err);
  }

  @Test
  void withTheModuleTheWarmUpBringsVectorKernelsAndTheSamePicks() throws Exception {
    Run run = run("--add-modules", "jdk.incubator.vector");
    assertEquals(0, run.exit, run.err);
    List<String> lines = run.out.lines().toList();
    assertEquals(picks(), lines.get(0));
    assertEquals(picks(), lines.get(2));
    String preferred = lines.get(1).split(" ")[1];
    assertTrue(preferred.startsWith("vector-") || preferred.equals("scalar"), preferred);
  }
}
