package io.qcpruner.eval.task;

import io.qcpruner.eval.data.DataException;
import io.qcpruner.eval.data.DataRow;
import io.qcpruner.eval.metric.ChoiceAnswer;
import io.qcpruner.eval.metric.MeanMetric;
import io.qcpruner.eval.metric.Metric;
import io.qcpruner.eval.metric.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** MVBench (Li et al., CVPR 2024): twenty video tasks of 200 questions. */
final class MvBench extends FileTask {

  /** Where the clips of each task lie. */
  private static final Map<String, String> FOLDERS =
      Map.ofEntries(
          Map.entry("action_sequence", "star/Charades_segment"),
          Map.entry("action_prediction", "star/Charades_segment"),
          Map.entry("object_interaction", "star/Charades_segment"),
          Map.entry("moving_count", "clevrer/video_validation"),
          Map.entry("moving_direction", "clevrer/video_validation"),
          Map.entry("moving_attribute", "clevrer/video_validation"),
          Map.entry("counterfactual_inference", "clevrer/video_validation"),
          Map.entry("object_existence", "clevrer/video_validation"),
          Map.entry("character_order", "perception/videos"),
          Map.entry("object_shuffle", "perception/videos"),
          Map.entry("state_change", "perception/videos"),
          Map.entry("action_count", "perception/videos"),
          Map.entry("action_localization", "sta/sta_video_segment"),
          Map.entry("fine_grained_pose", "nturgbd_convert"),
          Map.entry("egocentric_navigation", "vlnqa"),
          Map.entry("episodic_reasoning", "tvqa/video_fps3_hq_segment"),
          Map.entry("fine_grained_action", "Moments_in_Time_Raw/videos"),
          Map.entry("scene_transition", "scene_qa/video"),
          Map.entry("action_antonym", "ssv2_video_mp4"),
          Map.entry("unexpected_action", "FunQA_test/test"));

  MvBench() {
    super("mvbench", "MVBench");
  }

  @Override
  public List<String> mediaNames(DataRow row) throws DataException {
    String task = row.text("file");
    String folder = FOLDERS.get(task);
    if (folder == null) {
      throw new DataException(row.where(), "unknown MVBench task " + task);
    }
    String place = folder + "/" + row.text("video");
    return List.of(place, "data0613/" + place);
  }

  @Override
  Optional<Sample> sample(DataRow row, ModelProfile family) throws DataException {
    List<String> candidates = row.texts("candidates");
    int gold = candidates.indexOf(row.text("answer"));
    if (gold < 0) {
      throw new DataException(row.where(), "answer is none of the candidates");
    }
    StringBuilder prompt =
        new StringBuilder("Question:").append(row.text("question")).append("\nOption:\n");
    for (int i = 0; i < candidates.size(); i++) {
      prompt.append('(').append(ChoiceAnswer.letter(i)).append(") ");
      prompt.append(candidates.get(i)).append('\n');
    }
    prompt.append("Only give the best option.\n");
    return Optional.of(
        Sample.of(Integer.toString(row.index()), row.index(), prompt.toString(), row.media())
            .options(candidates)
            .gold(ChoiceAnswer.letter(gold))
            .group(row.text("file")));
  }

  /** An empty answer stays empty: the metric leaves it out of the denominator. */
  @Override
  Outcome judge(Sample sample, Profile profile, String answer) {
    if (answer.isEmpty()) {
      return verdict(sample, false, "").unparsed();
    }
    String said = ChoiceAnswer.mvbench(answer);
    boolean right = said.equals(ChoiceAnswer.mvbench(sample.gold()));
    return verdict(sample, right, said.isEmpty() ? answer : said);
  }

  @Override
  public Metric metric(ModelProfile family) {
    return new MeanMetric(MeanMetric.Kind.OVER_GROUPS, 100, true, 1);
  }

  @Override
  public int maxNewTokens(ModelProfile family) {
    return 16;
  }
}
