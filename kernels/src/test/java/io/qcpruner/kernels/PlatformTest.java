package io.qcpruner.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlatformTest {
  @ParameterizedTest
  @CsvSource({
    "Linux, amd64, linux-x86_64/libqcpruner.so",
    "Linux, aarch64, linux-arm64/libqcpruner.so",
    "Mac OS X, aarch64, macosx-arm64/libqcpruner.dylib",
    "Mac OS X, x86_64, macosx-x86_64/libqcpruner.dylib",
    "Windows Server 2022, amd64, windows-x86_64/qcpruner.dll",
    "FreeBSD, riscv64, freebsd-riscv64/libqcpruner.so"
  })
  void libraryOfEachPlatform(String system, String processor, String library) {
    assertEquals(library, Platform.of(system, processor).library());
  }
}
