package io.qcpruner.examples;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.qcpruner.media.MediaException;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/** Spring opens the model, hands it to the controller and closes it. */
class SpringExampleTest {

  @Test
  void aPictureIsAsked() throws IOException {
    ByteArrayOutputStream picture = new ByteArrayOutputStream();
    ImageIO.write(new BufferedImage(336, 336, BufferedImage.TYPE_INT_RGB), "png", picture);
    try (AnnotationConfigApplicationContext context =
        new AnnotationConfigApplicationContext(
            SpringExample.ModelConfiguration.class, SpringExample.PictureController.class)) {
      SpringExample.PictureController controller =
          context.getBean(SpringExample.PictureController.class);
      assertFalse(controller.ask("How many shapes are there?", picture.toByteArray()).isBlank());
      byte[] none = {1, 2, 3};
      assertThrows(MediaException.class, () -> controller.ask("What is this?", none));
    }
  }
}
