package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tensors are made on the model's device. Without a GPU a tensor on the wrong device works, so the
 * compiled calls are read: whoever makes a tensor from nothing hands over options, and options come
 * from the model's placement or from another tensor. (libtorch's meta device would be the better
 * test, but outside of Python it has no convolution and no index_select, and its products take
 * tensors of two devices.)
 */
final class DeviceDisciplineTest {

  private static final String TORCH = "org.bytedeco.pytorch.global.torch";

  /** What makes a tensor without being given one; methods like {@code zeros_like} follow theirs. */
  private static final Set<String> FACTORIES =
      Set.of(
          "zeros",
          "ones",
          "empty",
          "full",
          "arange",
          "range",
          "eye",
          "linspace",
          "logspace",
          "tensor",
          "scalar_tensor",
          "rand",
          "randn",
          "randint",
          "randperm",
          "from_blob",
          "from_file",
          "tril_indices",
          "triu_indices",
          "empty_strided",
          "complex",
          "normal",
          "hann_window",
          "kaiser_window",
          "sparse_coo_tensor",
          "asTensor",
          "wrapped_scalar_tensor");

  /** The placement itself, and views of host memory and files, which their makers move. */
  private static final Set<String> HOST = Set.of("MappedFile", "Placement", "Tensors");

  private static final JavaClasses MODEL =
      new ClassFileImporter()
          .withImportOption(new DoNotIncludeTests())
          .importPackages("io.qcpruner.model");

  private static Stream<JavaCall<?>> calls() {
    return MODEL.stream()
        .filter(type -> !type.getPackageName().contains(".measure")) // benches of the CPU
        .filter(type -> !HOST.contains(outermost(type)))
        .flatMap(type -> type.getCodeUnitCallsFromSelf().stream());
  }

  private static String outermost(JavaClass type) {
    return type.getName().replaceAll(".*\\.|\\$.*", "");
  }

  private static String name(JavaCall<?> call) {
    return call.getTargetOwner().getName() + "." + call.getTarget().getName();
  }

  private static List<String> parameters(JavaCall<?> call) {
    return call.getTarget().getRawParameterTypes().stream().map(JavaClass::getSimpleName).toList();
  }

  @Test
  void everyTensorSaysWhereItIs() {
    List<JavaCall<?>> factories =
        calls()
            .filter(call -> call.getTargetOwner().getName().equals(TORCH))
            .filter(call -> FACTORIES.contains(call.getTarget().getName()))
            .toList();
    Set<String> wrong = new TreeSet<>();
    for (JavaCall<?> call : factories) {
      if (!parameters(call).contains("TensorOptions")) {
        wrong.add(call.getDescription());
      }
    }
    assertEquals(Set.of(), wrong, "tensors that are made on the CPU whatever the device");
    assertTrue(factories.size() >= 5, "the factories that are there, not " + factories.size());
  }

  @Test
  void tensorsAreNotMadeFromArraysAndOptionsNotFromNothing() {
    Set<String> wrong = new TreeSet<>();
    calls()
        .filter(
            call ->
                name(call).equals("org.bytedeco.pytorch.TensorOptions.<init>")
                    || name(call).matches("org\\.bytedeco\\.pytorch\\.(Abstract)?Tensor\\.create"))
        .map(JavaCall::getDescription)
        .forEach(wrong::add);
    assertEquals(Set.of(), wrong);
  }

  /** The rule sees what it is meant to see: this class breaks it. */
  @Test
  void callsWithoutADeviceAreSeen() {
    JavaClasses here = new ClassFileImporter().importClasses(Careless.class);
    List<JavaCall<?>> found =
        here.stream()
            .flatMap(type -> type.getCodeUnitCallsFromSelf().stream())
            .filter(call -> FACTORIES.contains(call.getTarget().getName()))
            .toList();
    assertEquals(1, found.size());
    assertTrue(!parameters(found.get(0)).contains("TensorOptions"), found.toString());
  }

  private static final class Careless {
    @SuppressWarnings("unused")
    static org.bytedeco.pytorch.Tensor zeros() {
      return org.bytedeco.pytorch.global.torch.zeros(2, 3);
    }
  }
}
