package io.qcpruner.cli.bench.serve;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import javax.imageio.ImageIO;

/**
 * Bodies of requests about drawn pictures.
 *
 * @param method of pruning
 * @param budget visual tokens kept
 * @param tokens most new tokens of an answer
 */
record Workload(String method, int budget, int tokens) {

  /** Five questions on one picture, as a conversation would ask them. */
  static final List<String> QUESTIONS =
      List.of(
          "What color is the star?",
          "Is there a ring in the picture?",
          "What shape is left of the square?",
          "How many circles are there?",
          "What color is the largest shape?");

  private static final int SIDE = 336;

  /** The same questions with another method. */
  Workload by(String other) {
    return new Workload(other, budget, tokens);
  }

  String body(byte[] picture, String question, boolean stream) {
    ObjectNode body =
        JsonNodeFactory.instance.objectNode().put("max_tokens", tokens).put("stream", stream);
    ObjectNode message = body.putArray("messages").addObject().put("role", "user");
    ArrayNode parts = message.putArray("content");
    parts
        .addObject()
        .put("type", "image_url")
        .putObject("image_url")
        .put("url", "data:image/png;base64," + Base64.getEncoder().encodeToString(picture));
    parts.addObject().put("type", "text").put("text", question);
    ObjectNode pruning = body.putObject("pruning").put("method", method);
    if (!method.equals("full")) {
      pruning.put("budget", budget);
    }
    return body.toString();
  }

  /** A picture of shapes; another number is another picture. A few kilobytes. */
  static byte[] picture(long number) throws IOException {
    BufferedImage image = new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_INT_RGB);
    Graphics2D pen = image.createGraphics();
    Random random = new Random(number);
    for (int i = 0; i < 12; i++) {
      pen.setColor(new Color(random.nextInt(1 << 24)));
      pen.fillOval(random.nextInt(SIDE), random.nextInt(SIDE), 20 + random.nextInt(80), 50);
    }
    pen.dispose();
    return png(image);
  }

  /** A picture without any regularity, as large as a photograph: about a megabyte. */
  static byte[] photograph(long number) throws IOException {
    int side = 600;
    BufferedImage image = new BufferedImage(side, side, BufferedImage.TYPE_INT_RGB);
    Random random = new Random(number);
    for (int y = 0; y < side; y++) {
      for (int x = 0; x < side; x++) {
        image.setRGB(x, y, random.nextInt(1 << 24));
      }
    }
    return png(image);
  }

  private static byte[] png(BufferedImage image) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(image, "png", out);
    return out.toByteArray();
  }
}
