package io.qcpruner.eval.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** MME's ground truth: a text file per picture, or one result template per category. */
final class MmeTruth {

  private static final String SHORT_ANSWER = "Answer the question using a single word or phrase.";

  private MmeTruth() {}

  static List<DataRow> attach(List<DataRow> rows, Path path, boolean perPicture)
      throws DataException {
    Map<String, String> answers = new HashMap<>();
    List<String> categories =
        rows.stream().map(r -> r.fields().get("category")).map(String::valueOf).distinct().toList();
    for (String category : categories) {
      if (perPicture) {
        readFolder(Globs.inside(path, category), category, answers);
      } else {
        readResults(Globs.inside(path, category + ".txt"), category, answers);
      }
    }
    List<DataRow> out = new ArrayList<>();
    for (DataRow row : rows) {
      out.add(row.with(Map.of("answer", answer(row, answers))));
    }
    return out;
  }

  /** The question files dropped the closing sentence; some questions had two blanks before it. */
  private static String answer(DataRow row, Map<String, String> answers) throws DataException {
    String question = row.text("text").replace(SHORT_ANSWER, "").strip();
    String key = row.text("category") + "\n" + stem(row.text("image")) + "\n" + question;
    for (String blank : List.of(" ", "  ")) {
      String answer = answers.get(key + blank + "Please answer yes or no.");
      if (answer != null) {
        return answer;
      }
    }
    throw new DataException(row.where(), "no ground truth for question: " + question);
  }

  private static void readFolder(Path folder, String category, Map<String, String> answers)
      throws DataException {
    Path nested = folder.resolve("questions_answers_YN");
    Path texts = Files.isDirectory(nested) ? nested : folder;
    try (Stream<Path> files = Files.list(texts)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".txt")).sorted().toList()) {
        for (String line : Files.readAllLines(file)) {
          String[] cells = line.split("\t");
          if (cells.length == 2) {
            put(answers, category, file.getFileName().toString(), cells[0], cells[1]);
          } else if (!line.isBlank()) {
            throw new DataException(file.toString(), "line without tab: " + line);
          }
        }
      }
    } catch (DataException e) {
      throw e;
    } catch (IOException e) {
      throw Json.unreadable(texts, e);
    }
  }

  private static void readResults(Path file, String category, Map<String, String> answers)
      throws DataException {
    try {
      for (String line : Files.readAllLines(file)) {
        String[] cells = line.split("\t");
        if (cells.length >= 3) {
          put(answers, category, cells[0], cells[1], cells[2]);
        } else if (!line.isBlank()) {
          throw new DataException(file.toString(), "line without two tabs: " + line);
        }
      }
    } catch (DataException e) {
      throw e;
    } catch (IOException e) {
      throw Json.unreadable(file, e);
    }
  }

  private static void put(
      Map<String, String> answers, String category, String file, String question, String answer) {
    answers.put(category + "\n" + stem(file) + "\n" + question.strip(), answer.strip());
  }

  private static String stem(String file) {
    String name = file.substring(file.lastIndexOf('/') + 1);
    int period = name.lastIndexOf('.');
    return period < 0 ? name : name.substring(0, period);
  }
}
