package io.qcpruner.eval.data;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Base64;
import java.util.HexFormat;
import javax.imageio.ImageIO;

/**
 * A data root with a few samples of every benchmark in its real format: Parquet with the published
 * column types (written by DuckDB), LLaVA question files, MME text files, MMBench TSV, MVBench and
 * LongVideoBench JSON. Texts are our own.
 */
public final class Fixtures {

  private static final String IMAGE =
      "{'bytes': from_hex('%s'), 'path': null::varchar} AS image".formatted(hex());

  private final Path root;

  private Fixtures(Path root) {
    this.root = root;
  }

  public static Path write(Path root) throws IOException, SQLException {
    Fixtures fixtures = new Fixtures(root);
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement sql = connection.createStatement()) {
      fixtures.imageTables(sql);
      fixtures.choiceTables(sql);
      fixtures.videoTables(sql);
    }
    fixtures.llavaFiles();
    fixtures.mme();
    fixtures.mmbench();
    fixtures.videoJson();
    fixtures.pictures();
    return root;
  }

  private void imageTables(Statement sql) throws IOException, SQLException {
    String ten = "['nokia','nokia','nokia','nokia','nokia','nokia','nok','Nokia','the nokia','n']";
    // two shards, one with a hash in its name, different codecs
    table(
        sql,
        "hf/lmms-lab__textvqa/data/validation-00000-of-00002.parquet",
        "zstd",
        "'img1' AS image_id, 34602::int AS question_id, 'what is the BRAND of this phone?' AS"
            + " question, ['NOKIA','3310'] AS ocr_tokens, "
            + ten
            + " AS answers, "
            + IMAGE);
    table(
        sql,
        "hf/lmms-lab__textvqa/data/validation-00001-of-00002-0af3.parquet",
        "snappy",
        "'img2' AS image_id, 34603::int AS question_id, 'what number is shown?' AS question,"
            + " []::varchar[] AS ocr_tokens, ['7','7','7','7','7','7','7','7','7','seven'] AS"
            + " answers, "
            + IMAGE);
    table(
        sql,
        "hf/lmms-lab__VQAv2/data/validation-00000-of-00001.parquet",
        "zstd",
        "262148000::bigint AS question_id, 'Where is he looking?' AS question,"
            + " [{'answer': 'down', 'answer_confidence': 'yes', 'answer_id': 1::bigint},"
            + " {'answer': 'at table', 'answer_confidence': 'maybe', 'answer_id': 2::bigint}] AS"
            + " answers, 262148::bigint AS image_id, "
            + IMAGE);
    table(
        sql,
        "hf/lmms-lab__GQA/testdev_balanced_instructions/testdev-00000-of-00001.parquet",
        "zstd",
        "'20' || i AS id, 'n16' AS imageId, 'Is it overcast?' AS question, 'no' AS answer,"
            + " i < 2 AS isBalanced FROM range(3) t(i)");
    table(
        sql,
        "hf/lmms-lab__GQA/testdev_balanced_images/testdev-00000-of-00001.parquet",
        "zstd",
        "'n16' AS id, " + IMAGE);
    table(
        sql,
        "hf/lmms-lab__VizWiz-VQA/data/val-00000-of-00001.parquet",
        "zstd",
        "'VizWiz_val_00000000.jpg' AS question_id, "
            + IMAGE
            + ", 'what is this can?' AS question,"
            + " ['corn','corn','corn','corn','unanswerable'] AS answers, 'other' AS category");
    table(
        sql,
        "hf/lmms-lab__POPE/data/test-00000-of-00001.parquet",
        "zstd",
        "'1' AS question_id, 'Is there a dog in the image?' AS question, 'yes' AS answer,"
            + " 'adversarial' AS category, "
            + IMAGE);
    table(
        sql,
        "hf/lmms-lab__MME/data/test-00000-of-00001.parquet",
        "zstd",
        "'code_reasoning/0020.png' AS question_id, 'Is this python? Please answer yes or no.' AS"
            + " question, case i when 0 then 'Yes' else 'No' end AS answer, 'code_reasoning' AS"
            + " category, "
            + IMAGE
            + " FROM range(2) t(i)");
    table(
        sql,
        "hf/lmms-lab__MMVet/data/test-00000-of-00001.parquet",
        "zstd",
        "'v1_0' AS question_id, 'What is x?' AS question, '-1 <AND> -5' AS answer,"
            + " 'ocr,math' AS capability, "
            + IMAGE);
    table(
        sql,
        "hf/lmms-lab__ChartQA/data/test-00000-of-00001.parquet",
        "zstd",
        "'human_test' AS type, 'How many bars?' AS question, '14' AS answer, " + IMAGE);
    table(
        sql,
        "hf/echo840__OCRBench/data/test-00000-of-00001.parquet",
        "zstd",
        "'IIIT5K' AS dataset, ' what is written in the image? ' AS question, 'Regular Text"
            + " Recognition' AS question_type, ['CENTRE'] AS answer, "
            + IMAGE);
  }

  private void choiceTables(Statement sql) throws IOException, SQLException {
    table(
        sql,
        "hf/lmms-lab__ScienceQA/ScienceQA-IMG/test-00000-of-00001.parquet",
        "zstd",
        IMAGE
            + ", 'Which is a mammal?' AS question, ['frog','cat'] AS choices, 1::tinyint AS"
            + " answer, 'Look closely.' AS hint, 'natural science' AS subject");
    table(
        sql,
        "hf/lmms-lab__MMBench/en/dev-00000-of-00001.parquet",
        "zstd",
        "(5 + i * 1000000)::bigint AS index, 'What is it?' AS question, 'nan' AS hint,"
            + " case i when 0 then 'cat' else 'dog' end AS A, case i when 0 then 'dog' else 'cat'"
            + " end AS B, 'nan' AS C, null::varchar AS D, case i when 0 then 'A' else 'B' end AS"
            + " answer, 'object' AS category, "
            + IMAGE
            + " FROM range(2) t(i)");
    table(
        sql,
        "hf/lmms-lab__MMBench/cn/dev-00000-of-00001.parquet",
        "zstd",
        "5::bigint AS index, '这是什么？' AS question, '看图' AS hint, '猫' AS A, '狗' AS B,"
            + " null::varchar AS C, null::varchar AS D, 'A' AS answer, 'object' AS category, "
            + IMAGE);
    table(
        sql,
        "hf/lmms-lab__ai2d/data/test-00000-of-00001.parquet",
        "zstd",
        "'Which part drinks?' AS question, ['leaf','root','stem'] AS options, '1' AS answer, "
            + IMAGE);
    table(
        sql,
        "hf/Lin-Chen__MMStar/mmstar.parquet",
        "snappy",
        "i::bigint AS index, 'Which colour?\nOptions: A: red, B: nan' AS question, "
            + IMAGE
            + ", 'A' AS answer, 'coarse perception' AS category, 'scene' || i AS l2_category,"
            + " {'source': 's', 'split': 'val', 'image_path': 'p'} AS meta_info FROM range(2) t(i)");
  }

  private void videoTables(Statement sql) throws IOException, SQLException {
    table(
        sql,
        "hf/longvideobench__LongVideoBench/validation-00000-of-00001.parquet",
        "zstd",
        "'vid' AS video_id, 'vid_0' AS id, 'vid.mp4' AS video_path, 'What falls?' AS question,"
            + " 'a cup' AS option0, 'a book' AS option1, 'N/A' AS option2, 'N/A' AS option3, 'N/A'"
            + " AS option4, 1::bigint AS correct_choice, 15::bigint AS duration_group, 'S2E' AS"
            + " question_category");
    table(
        sql,
        "hf/lmms-lab__Video-MME/videomme/test-00000-of-00001.parquet",
        "zstd",
        "'001' AS video_id, 'short' AS duration, 'Knowledge' AS domain, 'fFjv93ACGo8' AS videoID,"
            + " '001-1' AS question_id, 'What comes first?' AS question, ['A. Rain.','B. Snow.',"
            + "'C. Hail.','D. Sun.'] AS options, 'C' AS answer");
    // the first is one of the 600 calibration ids, the second is not
    table(
        sql,
        "hf/lmms-lab__NExTQA/MC/test-00000-of-00001.parquet",
        "zstd",
        "v AS video, 900::int AS frame_count, 'why did he run' AS question, 2::int AS answer,"
            + " 3::int AS qid, 'TC' AS type, 'a red ball' AS a0, 'dog' AS a1, 'big cat' AS a2,"
            + " 'tree' AS a3, 'car' AS a4 FROM (VALUES ('3083302557'), ('1')) t(v)");
    file("hf/longvideobench__LongVideoBench/videos/vid.mp4", "x");
    file("hf/lmms-lab__Video-MME/data/fFjv93ACGo8.MP4", "x");
    file("hf/lmms-lab__NExTQA/NExTVideo/3083302557.mp4", "x");
  }

  private void llavaFiles() throws IOException {
    String s1 = "\\nAnswer the question using a single word or phrase.";
    file(
        "llava_eval/vqav2/llava_vqav2_mscoco_test-dev2015.jsonl",
        line("1", "COCO_test2015_1.jpg", "Is it red?" + s1) + line("2", "b.jpg", "Who?" + s1));
    file(
        "llava_eval/vqav2/llava_vqav2_mscoco_test2015.jsonl",
        line("1", "a.jpg", "x") + line("2", "b.jpg", "x") + line("3", "c.jpg", "x"));
    file(
        "llava_eval/gqa/llava_gqa_testdev_balanced.jsonl",
        line("201", "n1.jpg", "Is it overcast?" + s1));
    file(
        "llava_eval/gqa/data/testdev_balanced_questions.json",
        "{\"201\": {\"question\": \"Is it overcast?\", \"answer\": \"no\", \"imageId\": \"n1\","
            + " \"isBalanced\": true, \"types\": {\"structural\": \"verify\"}}}");
    file(
        "llava_eval/vizwiz/llava_test.jsonl",
        line(
            "0",
            "VizWiz_test_00000000.jpg",
            "What is this?\\nWhen the provided information is"
                + " insufficient, respond with 'Unanswerable'."
                + s1));
    file(
        "llava_eval/scienceqa/llava_test_CQM-A.json",
        "[{\"id\": \"4\", \"image\": \"4/image.png\", \"conversations\": [{\"from\": \"human\","
            + " \"value\": \"<image>\\nContext: Look.\\nWhich?\\nA. frog\\nB. cat\"},"
            + " {\"from\": \"gpt\", \"value\": \"B\"}]},"
            + " {\"id\": \"5\", \"conversations\": [{\"from\": \"human\", \"value\": \"No"
            + " picture\"}, {\"from\": \"gpt\", \"value\": \"A\"}]}]");
    file(
        "llava_eval/textvqa/llava_textvqa_val_v051_ocr.jsonl",
        line("\"img1\"", "img1.jpg", "What is the brand?\\nReference OCR token: NOKIA" + s1));
    file(
        "llava_eval/textvqa/TextVQA_0.5.1_val.json",
        "{\"data\": [{\"image_id\": \"img1\", \"question\": \"what is the brand?\", \"answers\":"
            + " [\"nokia\",\"nokia\",\"nokia\",\"nokia\",\"a\",\"b\",\"c\",\"d\",\"e\",\"f\"]}]}");
    pope(s1);
    file("llava_eval/mm-vet/llava-mm-vet.jsonl", line("0", "v1_0.png", "What is x?"));
    file(
        "llava_eval/mm-vet/mm-vet.json",
        "{\"v1_0\": {\"imagename\": \"v1_0.png\", \"question\": \"What is x?\", \"answer\":"
            + " \"-1 <AND> -5\", \"capability\": [\"ocr\", \"math\"]}}");
  }

  private void pope(String s1) throws IOException {
    StringBuilder questions = new StringBuilder();
    for (String category : new String[] {"adversarial", "random", "popular"}) {
      StringBuilder labels = new StringBuilder();
      for (int i = 1; i <= 2; i++) {
        questions.append(
            "{\"question_id\": %d, \"image\": \"p%d.jpg\", \"text\": \"Is there a dog?%s\","
                    .formatted(i, i, s1)
                + " \"category\": \"%s\"}\n".formatted(category));
        labels.append(
            "{\"question_id\": %d, \"image\": \"p%d.jpg\", \"text\": \"q\", \"label\": \"%s\"}\n"
                .formatted(i, i, i == 1 ? "yes" : "no"));
      }
      file("llava_eval/pope/coco/coco_pope_" + category + ".json", labels.toString());
    }
    file("llava_eval/pope/llava_pope_test.jsonl", questions.toString());
  }

  private void mme() throws IOException {
    String s1 = "\\nAnswer the question using a single word or phrase.";
    String base = "llava_eval/MME/MME_Benchmark_release_version/";
    StringBuilder questions = new StringBuilder();
    String[][] rows = {
      {"count/001.jpg", "count", "Are there two?"},
      {"count/001.jpg", "count", "Are there three?"},
      {"artwork/images/a1.jpg", "artwork", "Is it oil?"},
      {"artwork/images/a1.jpg", "artwork", "Is it ink?"}
    };
    for (String[] row : rows) {
      questions.append(
          "{\"question_id\": \"%s\", \"image\": \"%s\", \"text\": \"%s%s\", \"category\": \"%s\"}\n"
              .formatted(row[0], row[0], row[2], s1, row[1]));
    }
    file("llava_eval/MME/llava_mme.jsonl", questions.toString());
    file(
        base + "count/001.txt",
        "Are there two? Please answer yes or no.\tYes\n"
            + "Are there three?  Please answer yes or no.\tNo\n");
    file(
        base + "artwork/questions_answers_YN/a1.txt",
        "Is it oil? Please answer yes or no.\tYes\nIs it ink? Please answer yes or no.\tNo\n");
  }

  private void mmbench() throws IOException {
    String header =
        "index\tquestion\thint\tA\tB\tC\tD\tanswer\tcategory\timage\tsource\tl2-category\tcomment\t"
            + "split\n";
    String picture = Base64.getEncoder().encodeToString(png());
    String tail = "\tobject\t" + picture + "\tsrc\tl2\t\tdev\n";
    file(
        "llava_eval/mmbench/mmbench_dev_20230712.tsv",
        header
            + "7\t\"Say \"\"hi\"\",\nwhich?\"\tnan\tcat\tdog\tred car\tNone\tA"
            + tail
            + "1000007\tWhich?\tLook\tred car\tcat\tdog\t\tB"
            + tail);
    file(
        "llava_eval/mmbench_cn/mmbench_dev_cn_20231003.tsv",
        header + "7\t这是什么？\t\t猫\t狗\t\t\tA" + tail);
  }

  private void videoJson() throws IOException {
    file(
        "hf/OpenGVLab__MVBench/json/action_sequence.json",
        "[{\"video\": \"s.mp4\", \"question\": \"What happened first?\", \"candidates\": [\"He"
            + " sat.\", \"He ran.\"], \"answer\": \"He ran.\", \"start\": 1.0, \"end\": 3.5}]");
    file(
        "hf/OpenGVLab__MVBench/json/episodic_reasoning.json",
        "[{\"video\": \"clip1\", \"question\": \"Who left?\", \"candidates\": [\"Ann\", \"Bob\"],"
            + " \"answer\": \"Ann\"}]");
    file("hf/OpenGVLab__MVBench/video/data0613/star/Charades_segment/s.mp4", "x");
    file("hf/OpenGVLab__MVBench/video/tvqa/video_fps3_hq_segment/clip1/00001.jpg", "x");
    file(
        "lvb/lvb_val.json",
        "[{\"id\": \"vid_0\", \"video_path\": \"vid.mp4\", \"question\": \"What falls?\","
            + " \"candidates\": [\"a cup\", \"a book\"], \"correct_choice\": 1,"
            + " \"duration_group\": 15, \"question_category\": \"S2E\"}]");
  }

  private void pictures() throws IOException {
    String[] places = {
      "vqav2/test2015/COCO_test2015_1.jpg",
      "vqav2/test2015/b.jpg",
      "gqa/data/images/n1.jpg",
      "vizwiz/test/VizWiz_test_00000000.jpg",
      "scienceqa/images/test/4/image.png",
      "textvqa/train_images/img1.jpg",
      "pope/val2014/p1.jpg",
      "pope/val2014/p2.jpg",
      "MME/MME_Benchmark_release_version/count/001.jpg",
      "MME/MME_Benchmark_release_version/artwork/images/a1.jpg",
      "mm-vet/images/v1_0.png"
    };
    for (String place : places) {
      Path file = root.resolve("llava_eval").resolve(place);
      Files.createDirectories(file.getParent());
      Files.write(file, png());
    }
  }

  private static String line(String id, String image, String text) {
    return "{\"question_id\": %s, \"image\": \"%s\", \"text\": \"%s\", \"category\": \"default\"}\n"
        .formatted(id, image, text);
  }

  private void table(Statement sql, String path, String codec, String select)
      throws IOException, SQLException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    sql.execute(
        "COPY (SELECT %s) TO '%s' (FORMAT parquet, COMPRESSION %s)".formatted(select, file, codec));
  }

  private void file(String path, String content) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  static byte[] png() {
    try (ByteArrayOutputStream out = new ByteArrayOutputStream()) {
      ImageIO.write(new BufferedImage(4, 3, BufferedImage.TYPE_INT_RGB), "png", out);
      return out.toByteArray();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String hex() {
    return HexFormat.of().formatHex(png());
  }
}
