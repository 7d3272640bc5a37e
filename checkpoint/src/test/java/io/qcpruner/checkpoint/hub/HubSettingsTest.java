package io.qcpruner.checkpoint.hub;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HubSettingsTest {
  private static final Path HOME = Path.of("home");

  @Test
  void theStandardVariablesAreRead() {
    HubSettings plain = HubSettings.of(Map.of(), HOME);
    assertEquals(HOME.resolve(".cache/huggingface/hub"), plain.cache());
    assertFalse(plain.offline());
    HubSettings given =
        HubSettings.of(
            Map.of(
                "HF_ENDPOINT", "http://mirror.example/hf/",
                "HF_HOME", "models",
                "HF_TOKEN", "t",
                "HF_HUB_OFFLINE", "1"),
            HOME);
    assertEquals("http://mirror.example/hf", given.endpoint().toString());
    assertEquals(Path.of("models", "hub"), given.cache());
    assertTrue(given.offline());
    assertEquals(
        Path.of("x"), HubSettings.of(Map.of("HF_HUB_CACHE", "x", "HF_HOME", "y"), HOME).cache());
  }

  @Test
  void aWrongEndpointIsNamed() {
    for (String wrong : new String[] {"mirror.example", "ftp://mirror.example", "http://a b"}) {
      String message =
          assertThrows(
                  IllegalArgumentException.class,
                  () -> HubSettings.of(Map.of("HF_ENDPOINT", wrong), HOME))
              .getMessage();
      assertTrue(message.contains("HF_ENDPOINT") && message.contains(wrong), message);
    }
  }

  @Test
  void modelNamesAreChecked() {
    assertEquals("org/name@v1.0", ModelId.parse("org/name@v1.0").toString());
    assertEquals("main", ModelId.parse("a/b").revision());
    for (String wrong : new String[] {"a", "a/b/c", "../b", "a/..", "a/b@", "a/b@x/y", "a b/c"}) {
      assertFalse(ModelId.looksLikeOne(wrong), wrong);
      assertThrows(IllegalArgumentException.class, () -> ModelId.parse(wrong), wrong);
    }
  }
}
