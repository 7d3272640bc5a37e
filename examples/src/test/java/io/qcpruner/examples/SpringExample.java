package io.qcpruner.examples;

import io.qcpruner.media.MediaSource;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.VisionLanguageModel;
import java.io.IOException;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The code of docs/spring.md. */
final class SpringExample {
  private SpringExample() {}

  @Configuration
  static class ModelConfiguration {
    @Bean // closed by Spring
    VisionLanguageModel model(@Value("${qcpruner.model:embedded}") String name) throws IOException {
      return VisionLanguageModel.open(name);
    }
  }

  @RestController
  static class PictureController {
    private final VisionLanguageModel model;

    PictureController(VisionLanguageModel model) {
      this.model = model;
    }

    @PostMapping(path = "/ask", consumes = "image/*")
    String ask(@RequestParam("question") String question, @RequestBody byte[] picture)
        throws IOException {
      try (EncodedVisual seen = model.encode(MediaSource.of(picture))) {
        return model.ask(seen, Ask.of(question).withMethod("qcpruner@64")).text();
      }
    }
  }
}
