package io.qcpruner.eval.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The names of a record are those of every other JSON; lines of earlier versions are read. */
class RunRecordTest {
  private static final String OLD =
      """
      {"benchmark":"t","profile":"llava","question_id":"q0","row":0,"setting":"qcpruner@64",
       "prompt":"What?","options":[],"media":"m","text":"a","new_tokens":3,"finish":"stop",
       "tokens_full":576,"tokens_kept":64,"rows_per_layer":[600,88],"ms":{},"anchors":[],
       "peak_bytes":0,"outcome":OUTCOME}
      """
          .replace("\n", "");

  @TempDir Path folder;

  @Test
  void namesAreThoseOfOtherJson() throws IOException {
    JsonNode right =
        RunJson.MAPPER.readTree(
            getClass().getResource("RunFilesFuzzTestInputs/records/right.jsonl").openStream());
    Path file = folder.resolve("predictions.jsonl");
    Files.writeString(file, OLD.replace("OUTCOME", right.get("outcome").toString()) + "\n");
    List<RunRecord> records = new ArrayList<>();
    RecordStore.scan(file, records::add);
    RunRecord record = records.get(0);
    assertEquals(576, record.visualTokens());
    assertEquals(64, record.keptTokens());
    assertEquals(3, record.completionTokens());
    assertEquals("stop", record.finishReason());
    assertEquals(0, record.structuralRows());
    assertArrayEquals(new int[] {600, 88}, record.rowsPerLayer());
    JsonNode written = RunJson.MAPPER.valueToTree(record);
    assertEquals(576, written.path("visual_tokens").asInt());
    assertEquals(64, written.path("kept_tokens").asInt());
    assertEquals(3, written.path("completion_tokens").asInt());
    assertEquals("stop", written.path("finish_reason").asText());
    assertFalse(written.has("tokens_full") || written.has("finish"));
  }
}
