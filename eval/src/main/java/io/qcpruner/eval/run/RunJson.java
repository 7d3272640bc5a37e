package io.qcpruner.eval.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import io.qcpruner.eval.data.Json;

/** The JSON dialect of run folders: snake case. */
public final class RunJson {

  public static final ObjectMapper MAPPER =
      Json.MAPPER.copy().setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE);

  private RunJson() {}
}
