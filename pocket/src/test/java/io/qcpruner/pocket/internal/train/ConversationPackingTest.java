package io.qcpruner.pocket.internal.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.model.nn.Holder;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.pocket.PocketClips;
import io.qcpruner.pocket.PocketModel;
import io.qcpruner.pocket.question.ClipFamily;
import io.qcpruner.pocket.question.ClipQuestion;
import io.qcpruner.pocket.question.Family;
import io.qcpruner.pocket.question.Question;
import io.qcpruner.pocket.question.QuestionGenerator;
import io.qcpruner.pocket.question.Split;
import io.qcpruner.pocket.scene.Scene;
import io.qcpruner.pocket.scene.SceneGenerator;
import io.qcpruner.pocket.scene.Window;
import io.qcpruner.text.ChatMlTemplate;
import io.qcpruner.text.Conversation;
import io.qcpruner.text.PromptEncoder;
import io.qcpruner.text.PromptTemplate;
import io.qcpruner.text.Tokenizer;
import io.qcpruner.text.TokenizerFiles;
import io.qcpruner.text.Turn;
import io.qcpruner.text.VicunaTemplate;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConversationPackingTest {

  @TempDir Path folder;

  private static final Window SMALL = new Window(0, 0, 6, 6);
  private static final Scene SCENE = new SceneGenerator().generate(11, SMALL, 2, 2);
  private static final CurriculumStage.View VIEW = new CurriculumStage.View(6, 1, 2, 3, 200, 1, 6);
  private static final CurriculumStage TALK =
      new CurriculumStage("talk", 0, List.of(VIEW), Lesson.LATE, 1, 6);

  private static Question question(Family family) {
    return new QuestionGenerator().ask(family, SCENE, new Random(3)).orElseThrow();
  }

  /** What training packs is what the product's template and tokenizer make of the conversation. */
  @Test
  void conversationsHaveTheTokensOfTheTemplate() throws Exception {
    Question first = question(Family.PRESENCE);
    Question later = question(Family.VERBOSE);
    try (TurnEncoder encoder = new TurnEncoder()) {
      int[] packed =
          join(
              encoder.prefix(false),
              new int[] {PromptEncoder.PICTURE},
              withoutEnd(encoder.encode(first)),
              withoutAnswer(encoder.encodeLater(later)));
      assertArrayEquals(
          prompt(
              PocketModel.unpack(),
              VicunaTemplate.HUB,
              List.of(new Turn(1, "", first.text(), first.answer()), Turn.ask(0, later.text()))),
          packed);
    }
  }

  @Test
  void conversationsAboutClipsHaveTheTokensOfChatMl() throws Exception {
    ClipQuestion first =
        new ClipQuestion(ClipFamily.MOTION, "Where does it go?", "left", List.of());
    ClipQuestion later = new ClipQuestion(ClipFamily.ORDER, "Is the star first?", "no", List.of());
    try (ClipEncoder encoder = new ClipEncoder()) {
      int[] packed =
          join(
              encoder.prefix(),
              new int[] {PromptEncoder.PICTURE},
              withoutEnd(encoder.past(first, false)),
              withoutAnswer(encoder.encodeLater(later)));
      assertArrayEquals(
          prompt(
              PocketClips.unpack(),
              ChatMlTemplate.LINES,
              List.of(new Turn(1, "", first.text(), first.answer()), Turn.ask(0, later.text()))),
          packed);
    }
  }

  private static int[] prompt(Path folder, PromptTemplate template, List<Turn> turns)
      throws Exception {
    try (Tokenizer tokenizer = TokenizerFiles.load(folder)) {
      return new PromptEncoder(tokenizer).encode(template, new Conversation(null, turns)).ids();
    }
  }

  private static int[] withoutEnd(EncodedTurn turn) {
    return Arrays.copyOf(turn.ids(), turn.ids().length - 1);
  }

  private static int[] withoutAnswer(EncodedTurn turn) {
    return Arrays.copyOf(turn.ids(), turn.answerStart());
  }

  private static int[] join(int[]... parts) {
    return Arrays.stream(parts).flatMapToInt(Arrays::stream).toArray();
  }

  @Test
  void laterTurnsSeeEarlierOnesAndGoOnWithTheirPositions() {
    PointerScope scope = new PointerScope();
    try (TurnEncoder encoder = new TurnEncoder()) {
      EncodedTurn first = encoder.encode(question(Family.COLOR));
      EncodedTurn later = encoder.encodeLater(question(Family.POSITION));
      BatchFilling filling = filling(encoder, SCENE);
      PictureSight sight = new PictureSight(SCENE, new DenseWords());
      assertThrows(IllegalStateException.class, () -> filling.laterTurn(0, sight, later));
      assertTrue(filling.turn(0, sight, first));
      assertTrue(filling.laterTurn(0, sight, later));
      assertTrue(filling.turn(0, sight, first));
      Batch batch = filling.batch();
      int a = first.ids().length - 1;
      int b = a + later.ids().length - 1;
      assertArrayEquals(IntStream.range(0, b).toArray(), Arrays.copyOf(batch.offset(), b));
      assertEquals(0, batch.offset()[b]);
      assertEquals(encoder.end(), batch.text()[a]);
      float[] visible = Tensors.toFloats(new PackedRows(batch).visible());
      int s = new PackedRows(batch).count();
      int shared = s - batch.textRows();
      assertEquals(1, visible[(b - 1) * s + shared]); // the later turn sees the first one
      assertEquals(0, visible[(b + 1) * s + shared]); // another conversation does not
    } finally {
      scope.close();
    }
  }

  /** Without any layer that sees the picture, the picture changes no answer. */
  @Test
  void lateBatchesSeeThePictureOnlyFromTheirLayerOn() throws Exception {
    assertEquals(answers(12, SCENE), answers(12, other()), 0);
    assertNotEquals(answers(11, SCENE), answers(11, other()));
  }

  private static Scene other() {
    return new SceneGenerator().generate(12, SMALL, 2, 2);
  }

  private static float answers(int late, Scene shown) throws Exception {
    PointerScope scope = new PointerScope();
    NoGradGuard off = new NoGradGuard();
    try (TurnEncoder encoder = new TurnEncoder();
        Parameters parameters = Initializer.fresh(5, encoder.vocabulary());
        PocketNet net = new PocketNet(parameters, encoder);
        Holder holder = new Holder()) {
      BatchFilling filling = filling(encoder, shown);
      filling.late(late);
      EncodedTurn turn = encoder.encode(question(Family.COLOR));
      assertTrue(filling.turn(0, new PictureSight(SCENE, new DenseWords()), turn));
      return net.run(filling.batch(), holder).answers().item_float();
    } finally {
      off.close();
      scope.close();
    }
  }

  private static BatchFilling filling(TurnEncoder encoder, Scene scene) {
    BatchFilling filling = new BatchFilling(1, 200, SMALL, encoder.prefix(false), Lesson.LATE);
    filling.picture(0, scene);
    return filling;
  }

  @Test
  void conversationsOfSixTurnsAreScoredFromTheSecondOn() throws Exception {
    Path checkpoint = folder.resolve("c.safetensors");
    TrainCheckpoint.fromModel(PocketModel.unpack(), checkpoint);
    try (Scorer scorer = new Scorer(checkpoint)) {
      Map<String, int[]> hits = scorer.scoreLaterTurns(Split.CALIBRATION, 2);
      assertEquals(10, hits.values().stream().mapToInt(h -> h[1]).sum());
    }
  }

  @Test
  void conversationsAboutClipsAnswerTheirLastTurn() {
    CurriculumStage.View view = new CurriculumStage.View(8, 2, 3, 2, 300, 1, 10);
    CurriculumStage stage = new CurriculumStage("talk", 0, List.of(view), Lesson.LATE_CLIPS, 1, 6);
    try (ClipCourse course = new ClipCourse()) {
      Batch batch = course.make(Split.TRAIN, stage, 1);
      int conversations = Arrays.stream(batch.turn()).distinct().toArray().length;
      assertTrue(batch.turns().size() >= 3 && conversations >= 3);
      assertTrue(Arrays.stream(batch.offset()).max().getAsInt() > 60);
    }
  }

  @Test
  void theThirdPartHasLongConversationsLateLayersAndCentresAnywhere() {
    int longest = 0;
    int late = 0;
    int batches = 40;
    try (TurnEncoder encoder = new TurnEncoder()) {
      BatchMaker maker = new BatchMaker(encoder);
      for (int step = 0; step < batches; step++) {
        Batch batch = maker.make(Split.TRAIN, TALK, step);
        longest = Math.max(longest, Arrays.stream(batch.offset()).max().getAsInt());
        late += batch.late() > 0 ? 1 : 0;
        assertTrue(batch.late() >= 0 && batch.late() <= 6, "layer " + batch.late());
      }
    }
    assertTrue(longest > 90, "longest conversation has " + longest + " rows");
    assertTrue(late > batches / 2 && late < batches, late + " late batches");
  }
}
