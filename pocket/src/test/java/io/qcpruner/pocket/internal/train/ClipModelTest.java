package io.qcpruner.pocket.internal.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.media.RgbImage;
import io.qcpruner.media.video.VideoFrames;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.nn.Holder;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.pocket.question.ClipSet;
import io.qcpruner.pocket.question.Split;
import io.qcpruner.pocket.scene.ClipGenerator;
import io.qcpruner.pocket.scene.MovingScene;
import io.qcpruner.pocket.scene.Scene;
import io.qcpruner.text.ChatMlTemplate;
import io.qcpruner.text.Conversation;
import io.qcpruner.text.PromptEncoder;
import io.qcpruner.text.Tokenizer;
import io.qcpruner.text.TokenizerFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The clip model in training against the same weights, exported and opened as LLaVA-Video. */
class ClipModelTest {

  @TempDir Path folder;

  private Path trained() throws Exception {
    Path checkpoint = folder.resolve("c.safetensors");
    Curriculum.Level level = Curriculum.clips().levels().get(0);
    CurriculumStage.View small = new CurriculumStage.View(MovingScene.GRID, 1, 2, 2, 64, 1, 10);
    CurriculumStage stage = new CurriculumStage("t", 0, List.of(small), Lesson.CLIPS);
    try (Trainer trainer = Trainer.ofClips(checkpoint, 3, line -> {})) {
      trainer.run(new Curriculum(List.of(new Curriculum.Level(stage, level.rates(), 2, 2))));
      assertEquals(2, trainer.state().step());
    }
    return checkpoint;
  }

  @Test
  void packedTurnsAnswerAsGenerationDoes() throws Exception {
    Path model = folder.resolve("model");
    ModelExport.writeClips(trained(), model);
    try (VisionLanguageModel opened = VisionLanguageModel.open(model);
        Parameters rounded = TrainCheckpoint.weights(model);
        ClipCourse course = new ClipCourse();
        PocketNet net = course.net(rounded)) {
      assertEquals("llava-video", opened.backbone().spec().family().id());
      for (ClipSet.Item item : ClipSet.of(Split.CALIBRATION, 3)) {
        MovingScene clip = ClipSet.clip(new ClipGenerator(), item.seed());
        try (EncodedVisual visual = opened.encode(frames(clip))) {
          var reply = opened.ask(visual, Ask.of(item.question().text()).withMaxNewTokens(1));
          assertEquals(ClipSight.CELLS, reply.visualTokens());
          assertEquals(
              firstToken(course, net, clip, item), reply.generation().ids()[0], item.toString());
        }
      }
    }
  }

  /** The likeliest first word of the answer, as training sees it. */
  private static long firstToken(
      ClipCourse course, PocketNet net, MovingScene clip, ClipSet.Item item) throws Exception {
    EncodedTurn turn = course.encoder().encode(item.question());
    BatchFilling filling = course.filling(1, turn.ids().length, Lesson.WITHDRAWN);
    ClipSight sight = new ClipSight(clip, new DenseWords());
    filling.clip(0, clip.frames(), sight.cells());
    assertTrue(filling.turn(0, sight, turn));
    PointerScope scope = new PointerScope();
    NoGradGuard off = new NoGradGuard();
    try (Holder holder = new Holder()) {
      return Tensors.toLongs(net.run(filling.batch(), holder).predicted())[0];
    } finally {
      off.close();
      scope.close();
    }
  }

  @Test
  void scoresEveryFamily() throws Exception {
    try (ClipScorer scorer = new ClipScorer(trained())) {
      var hits = scorer.score(Split.CALIBRATION, 2, false);
      assertEquals(java.util.Set.of("appearance", "motion", "order"), hits.keySet());
      hits.values().forEach(h -> assertEquals(2, h[1]));
    }
  }

  private static VideoFrames frames(MovingScene clip) {
    List<RgbImage> images = new ArrayList<>();
    for (Scene s : clip.frames()) {
      byte[] rgb = new byte[3 * s.rgb().length];
      for (int i = 0; i < rgb.length; i++) {
        rgb[i] = (byte) (s.rgb()[i / 3] >> 16 - 8 * (i % 3));
      }
      images.add(new RgbImage(s.width(), s.height(), rgb));
    }
    int[] all = IntStream.range(0, images.size()).toArray();
    return new VideoFrames(images, all, all.length, 3);
  }

  /** Training writes the prompt itself; answering has the chat format of the family. */
  @Test
  void tokensAreThoseOfTheChatFormat() throws Exception {
    Path checkpoint = folder.resolve("s.safetensors");
    try (Parameters start = ClipStart.fromPictures(1)) {
      TrainCheckpoint.save(checkpoint, start, TrainCheckpoint.State.START);
    }
    ModelExport.writeClips(checkpoint, folder.resolve("m"));
    try (Tokenizer tokenizer = TokenizerFiles.load(folder.resolve("m"));
        ClipEncoder encoder = new ClipEncoder()) {
      for (ClipSet.Item item : ClipSet.of(Split.TEST, 3)) {
        int[] ids =
            new PromptEncoder(tokenizer)
                .encode(ChatMlTemplate.LINES, Conversation.of(1, item.question().text()))
                .ids();
        int picture = Arrays.stream(ids).boxed().toList().indexOf(PromptEncoder.PICTURE);
        EncodedTurn turn = encoder.encode(item.question());
        assertArrayEquals(encoder.prefix(), Arrays.copyOf(ids, picture));
        assertArrayEquals(
            Arrays.copyOfRange(ids, picture + 1, ids.length),
            Arrays.copyOf(turn.ids(), turn.answerStart()));
        int[] answer = Arrays.copyOfRange(turn.ids(), turn.answerStart(), turn.ids().length - 1);
        assertEquals(item.question().answer(), tokenizer.decode(answer).strip());
        assertTrue(tokenizer.isSpecial(turn.ids()[turn.ids().length - 1]));
      }
    }
  }
}
