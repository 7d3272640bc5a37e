package io.qcpruner.eval.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.qcpruner.json.JsonReader;

/** The JSON dialect of run folders: snake case. */
public final class RunJson {

  public static final ObjectMapper MAPPER = JsonReader.SNAKE_CASE.mapper();

  private RunJson() {}
}
